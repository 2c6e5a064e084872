"""What is done for the commands of a mail, by the commands and views of the judge."""
