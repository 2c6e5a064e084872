"""Commands of a mail carried out, by the commands and views of the judge."""
