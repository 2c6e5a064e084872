"""The pages of the judge: HTML that needs no script, on the same commands and views as the API."""
