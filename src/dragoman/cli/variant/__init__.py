"""``dragoman variant``: looking at maps, making them and turning one form into another."""
