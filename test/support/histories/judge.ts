import type { HistoryEntry } from './history.js';
import type { FirstFloors } from './models/floors-model.js';
import { approvalsOnce } from './oracles/approvals.js';
import { effectsOnce } from './oracles/effects.js';
import { runsEnd } from './oracles/endings.js';
import { fencesRise, workIsLeased } from './oracles/leases.js';
import { numbersWhole } from './oracles/numbers.js';
import { objectProblems } from './oracles/objects.js';
import type { Problem } from './oracles/problem.js';
import { spendExplained } from './oracles/spend.js';
import { statesEqual } from './oracles/states.js';

/** As a service has them after its first start. */
export const firstFloors: FirstFloors = {
  floors: [{ floor: 'default', name: 'Default project' }],
  active: 'default',
};

/** Every promise that the history breaks; none where it holds no entry that tells. */
export function judge(
  history: readonly HistoryEntry[],
  floors: FirstFloors = firstFloors,
): readonly Problem[] {
  return [
    ...objectProblems(history, floors),
    ...approvalsOnce(history),
    ...effectsOnce(history),
    ...spendExplained(history),
    ...numbersWhole(history),
    ...statesEqual(history),
    ...runsEnd(history),
    ...fencesRise(history),
    ...workIsLeased(history),
  ];
}
