"""The judge by mail: mails become commands of the judge, and their answers mails."""
