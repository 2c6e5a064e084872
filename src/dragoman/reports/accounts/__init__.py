"""Accounts of orders: what each met, what became of it, and by which rule."""
