"""One small map as the files of several programs: two powers, and land with two coasts."""

INSTALL = """<?php
// A map of two powers. array('No', 'territory', 'No')
$territoryRawData=array(
    array('Alder', 'Coast', 'Yes', 1, 10, 10, 5, 5),
    array('Birch (Bi)', 'Coast', 'Yes', 2, 210, 10, 105, 5),
    array('Neck', 'Coast', 'Yes', 0, 110, 60, 55, 30),
    array('R&eacute;ed \\\\\\'s Mark', 'Land', 'No', 0, 110, 10, 55, 5),
    array('Upper Pond', 'Sea', 'No', 0, 110, 90, 55, 45),
    array('Lower Pond', 'Sea', 'No', 0, 110, 30, 55, 15),
    array('Neck (North Coast)', 'Coast', 'No', 0, 110, 50, 55, 25),
    array('Neck (South Coast)', 'Coast', 'No', 0, 110, 70, 55, 35),
    array('Sign', 'Land', 'No', 0, 0, 0, 0, 0)
);
foreach($territoryRawData as $territoryRawRow)
{
    list($name, $type, $supply, $countryID, $x, $y, $sx, $sy)=$territoryRawRow;
    new InstallTerritory($name, $type, $supply, $countryID, $x, $y, $sx, $sy);
}
$bordersRawData=array(
    array('Alder','Neck','No','Yes'),
    array('Alder','R&eacute;ed \\\\\\'s Mark','No','Yes'),
    array('Birch (Bi)','R&eacute;ed \\\\\\'s Mark','No','Yes'),
    array('Birch (Bi)','Neck','No','Yes'),
    array('Alder','Upper Pond','Yes','No'),
    array('Birch (Bi)','Upper Pond','Yes','No'),
    array('Alder','Lower Pond','Yes','No'),
    array('Birch (Bi)','Lower Pond','Yes','No'),
    array('Lower Pond','Neck (North Coast)','Yes','No'),
    array('Upper Pond','Neck (South Coast)','Yes','No')
);
foreach($bordersRawData as $borderRawRow)
{
    list($from, $to, $fleets, $armies)=$borderRawRow;
    InstallTerritory::$Territories[$to]->addBorder(InstallTerritory::$Territories[$from],$fleets,$armies);
}
InstallTerritory::runSQL($this->mapID);
?>"""

VARIANT = """<?php
class PondsVariant extends WDVariant {
    public $name='Ponds';
    public $fullName='The Ponds';
    public $description='Two <b>powers</b>.';
    public $author='Ada Lee'; # not 'Ben'
    public $adapter='Ben Day';
    public $countries=array('Alders', 'Birches');
    public $convoyCoasts = array('3');
    public function __construct() {
        parent::__construct();
        $this->variantClasses['drawMap'] = 'Ponds';
        $this->variantClasses['adjudicatorPreGame'] = $this->name;
        $this->variantClasses['processOrderBuilds'] = 'Ponds';
        $this->variantClasses['adjMove'] = 'Ponds';
    }
    public function turnAsDate($turn) {
        if ( $turn==-1 ) return "Pre-game";
        else return ( $turn % 2 ? "Autumn, " : "Spring, " ).(floor($turn/2) + 1204);
    }
}
?>"""

UNITS = """<?php
class PondsVariant_adjudicatorPreGame extends adjudicatorPreGame {
    protected $countryUnits = array(
        'Alders' => array('Alder'=>'Fleet'),
        'Birches' => array('Birch (Bi)'=>'Army'),
        'Neutral units' => array('Neck'=>'Army')
    );
}
"""

COLOURS = """<?php
class PondsVariant_drawMap extends drawMap {
    protected $countryColors = array(
        0 => array(226, 198, 158),
        1 => array(255, 0, 16), /* 2 => array(0, 0, 0), */
        2 => array(0, 128, 64)
    );
}
"""

WEBDIPLOMACY = {
    "install.php": INSTALL,
    "variant.php": VARIANT,
    "classes/adjudicatorPreGame.php": UNITS,
    "classes/drawMap.php": COLOURS,
    "classes/processOrderBuilds.php": "<?php class BuildAnywhere_processOrderBuilds {}",
    "classes/adjMove.php": "<?php class PondsVariant_adjMove extends adjMove {}",
}
