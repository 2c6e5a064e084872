"""The training ground on numbers alone: choices, masks and observations, in the source that is also
compiled"""
