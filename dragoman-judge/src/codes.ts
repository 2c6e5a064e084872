/** Numbers of the engine (`rules/engine/codes.py`, `packed_orders.py`). */

export const NONE = -1;
export const [HOLD, MOVE, SUPPORT, CONVOY] = [0, 1, 2, 3];
export const [BUILD, REMOVE, WAIVE, OTHER_ORDER] = [0, 1, 2, 3];
export const [YES, NO] = [1, 2];
export const [OPEN_LAND, GATED] = [0, 3];
export const [VIA, ODD_COAST_OF_UNIT, ODD_COAST_OF_OTHER, ODD_COAST_OF_TARGET, NAMES_ROUTE, CORES, CHANGES_KIND] = [1, 2, 4, 8, 64, 4096, 8192];
export const WAY_CLOSED = 1;
export const ABSENT = -1;
export const OWN_SAME_ATTACKER = 1;
export const [R_BOUNCED, R_BLOCKED, R_DISRUPTED, R_CUT, R_FAILED] = [1, 12, 3, 4, 10];
export const [OK, NO_SUCH_UNIT, NOT_YOURS, OVERRULED] = [0, 1, 2, 24];
export const [CONVOY_PARADOX, GATE_CLOSED] = [47, 48];
