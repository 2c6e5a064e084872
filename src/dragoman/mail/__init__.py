"""The judge's door for mail: mails become commands of the judge, and their answers mails."""
