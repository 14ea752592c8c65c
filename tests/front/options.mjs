/** What a player may do, as the room sends it: all fields are there. */

const NOTHING = {
  may_fold: false, may_check: false, call: 0, raise_min: 0, raise_max: 0, raise_two: false, verb: "bet", bring_in: 0, discard: 0,
  discard_least: 0, runs: 0, declare: false, may_show: false, may_muck: false, why: [], open: null, step: 1,
};
const CREDIT = {
  lacks: 0, all_in: false, may_add: false, folded: [], lenders: [], marker_call: 0, marker_min: 0, marker_max: 0, bound: 0,
  face: 0, marker_two: false,
};

export const wholeOptions = (some) => ({ ...NOTHING, ...some, open: some.open ? { ...CREDIT, ...some.open } : null });
