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

JDIP_VARIANTS = """<?xml version="1.0"?>
<!DOCTYPE VARIANTS [ <!ELEMENT VARIANTS (VARIANT+)> ]>
<VARIANTS>
<MAP_DEFINITION id="map" title="Map" URI="ponds.svg"/>
<VARIANT name="Other" version="1.0"><POWER name="Nobody"/></VARIANT>
<VARIANT name="Ponds" version="1.0" default="true" aliases="Two Ponds">
  <DESCRIPTION><![CDATA[<b>Two</b> powers.]]></DESCRIPTION>
  <MAP adjacencyURI="ponds_adjacency.xml"><MAP_GRAPHIC ref="map"/></MAP>
  <RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_IF_HOME_OWNED"/>
  <POWER name="Alders" adjective="Aldish" altnames="Elms, Oaks"/>
  <POWER name="Birches" adjective="Birchen"/>
  <POWER name="Cedars" active="false" adjective="Cedar"/>
  <STARTINGTIME turn="Fall, 1203, Adjustment"/>
  <VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/><GAME_LENGTH value="9"/></VICTORYCONDITIONS>
  <SUPPLYCENTER province="ald" homepower="elms" owner="alders"/>
  <SUPPLYCENTER province="bir" homepower="birches"/>
  <SUPPLYCENTER province="neck" owner="cedars"/>
  <INITIALSTATE province="ald" power="alders" unit="fleet"/>
  <INITIALSTATE province="nec" power="birches" unit="fleet" unitcoast="sc"/>
  <INITIALSTATE province="bir" power="birches" unit="wing"/>
</VARIANT>
</VARIANTS>
"""

JDIP_ADJACENCY = """<?xml version="1.0"?>
<PROVINCES>
<BORDER_DEFINITIONS>
  <BORDER id="pass" from="ree" description="" baseMoveModifier="-1"/>
  <BORDER id="ice" description="Ice" season="fall"/>
  <BORDER id="odd" description="No fleets" unitTypes="army"/>
</BORDER_DEFINITIONS>
<PROVINCE shortname="ald" fullname="Alder" borders="pass odd">
  <UNIQUENAME name="Aldermoor"/>
  <ADJACENCY type="mv" refs="nec ree wal"/><ADJACENCY type="xc" refs="upp low"/></PROVINCE>
<PROVINCE shortname="bir" fullname="Birch">
  <ADJACENCY type="mv" refs="neck ree"/><ADJACENCY type="xc" refs="upp lower"/></PROVINCE>
<PROVINCE shortname="nec" fullname="Neck" isConvoyableCoast="true">
  <ADJACENCY type="mv" refs="ald bir"/>
  <ADJACENCY type="nc" refs="low"/><ADJACENCY type="sc" refs="upp"/></PROVINCE>
<PROVINCE shortname="ree" fullname="Reed Mark"><ADJACENCY type="mv" refs="ald bir"/></PROVINCE>
<PROVINCE shortname="upp" fullname="Upper Pond" borders="ice">
  <ADJACENCY type="xc" refs="ald bir nec/sc"/></PROVINCE>
<PROVINCE shortname="low" fullname="Lower Pond">
  <ADJACENCY type="xc" refs="ald bir nec-nc"/></PROVINCE>
<PROVINCE shortname="wal" fullname="Wall" isImpassable="true"><ADJACENCY refs="ald"/></PROVINCE>
</PROVINCES>
"""

JDIP = {"variants.xml": JDIP_VARIANTS, "ponds_adjacency.xml": JDIP_ADJACENCY}

GODIP_SOURCE = """package ponds

import (
	"github.com/zond/godip"
	"github.com/zond/godip/variants/common"
)

const (
	Alders  godip.Nation = "The Alders"
	Birches godip.Nation = "Birches"
)

var Nations = []godip.Nation{Alders, Birches}

// Name: "no name", Prov("xxx").
var PondsVariant = common.Variant{
	Name:        "The Ponds",
	CreatedBy:   "Ada Lee",
	Description: "Two \\"powers\\".",
	SoloWinner:  common.SCCountWinner(2),
	NationColors: map[godip.Nation]string{
		Alders: "#FF0010",
	},
}

func Start() (result *state.State, err error) {
	startPhase := classical.NewPhase(1204, godip.Spring, godip.Movement)
	result = state.New(Graph(), startPhase, nil, map[godip.Flag]bool{godip.Anywhere: true}, nil)
	result.SetUnits(map[godip.Province]godip.Unit{
		"ald":    godip.Unit{godip.Fleet, Alders},
		"nec/sc": godip.Unit{Type: godip.Fleet, Nation: Birches},
		"ree":    godip.Unit{godip.Army, godip.Neutral},
	})
	result.SetSupplyCenters(map[godip.Province]godip.Nation{
		"ald": Alders,
		"nec": Birches,
	})
	return
}

func Graph() *graph.Graph {
	return graph.New().
		Prov("ald").Conn("nec", godip.Land).Conn("ree", godip.Land).Conn("upp", godip.Sea).\
Flag(godip.Coast...).SC(Alders).
		Prov("bir").Conn("nec", godip.Coast...).Conn("ree", godip.Land).Conn("upp", godip.Sea).\
Flag(godip.Archipelago...).SC(Birches).
		Prov("nec/nc").Conn("low", godip.Sea).Flag(godip.Sea).
		Prov("nec/sc").Conn("upp", godip.Sea).Flag(godip.Sea).
		Prov("nec").Conn("ald", godip.Land).Conn("bir", godip.Land).Conn("upp", godip.Sea).\
Flag(godip.Land).SC(godip.Neutral).
		Prov("ree").Conn("ald", godip.Land).Flag(godip.Land).
		Prov("upp").Conn("ald", godip.Sea).Conn("bir", godip.Sea).Conn("nec", godip.Sea).\
Conn("nec/sc", godip.Sea).Flag(godip.Sea).
		Prov("low").Conn("nec/nc", godip.Sea).Flag(godip.Sea).
		Done()
}

var provinceLongNames = map[godip.Province]string{
	"ald": "Alder", "bir": "Birch", "nec": "Neck", "ree": "Reed Mark",
	"upp": "Upper Pond", "low": "Lower Pond", "nec/nc": "Neck (NC)",
}
""".replace("\\\n", "")

GODIP = {"ponds.go": GODIP_SOURCE}
