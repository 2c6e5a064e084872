"""The designer's workshop: a variant's files as a design that can be edited, and the files of what was edited."""
