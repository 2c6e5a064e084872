"""`dragoman env`: the training ground for programs that learn, from the command line"""
