"""``dragoman variant``: looking at maps, making them, and converting their formats."""
