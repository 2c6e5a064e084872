"""The objects that people hold: phases, positions, outcomes and the reasons behind them."""
