"""The designer's workshop: variants edited as designs, and written as clean files again"""
