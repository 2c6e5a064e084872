"""Coaching of beginners: what may go wrong with their orders, and why a turn went as it did"""
