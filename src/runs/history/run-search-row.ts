import type { Run } from '../../protocol/records/work.js';
import { orderValueOf } from '../../protocol/rules/run-order.js';
import { rolesOf, searchStemsOf, searchTextOf } from '../../protocol/rules/run-search.js';
import { storable } from '../../platform/text/storable.js';

/** The columns of `run_search` that change while a run is at work. */
export function movingColumnsOf(run: Run) {
  return {
    role_ids: storable(`\n${rolesOf(run).join('\n')}\n`.toLowerCase()),
    spent_usd: run.budget.spentUsd,
  };
}

/** The columns of `run_search` by which a run is found. */
export function searchColumnsOf(run: Run) {
  const text = searchTextOf(run);
  return {
    search_text: text,
    search_stems: storable(searchStemsOf(text)),
    pipeline_id: storable(run.pipelineId),
    ...movingColumnsOf(run),
    worked_ms: orderValueOf(run, 'longest'),
  };
}

/** Pattern of `LIKE` for a role among `role_ids`. */
export function rolePattern(roleId: string): string {
  return `%\n${likeLiteral(roleId.toLowerCase())}\n%`;
}

/** Text in a pattern of `LIKE` with a backslash as escape. */
export function likeLiteral(text: string): string {
  return storable(text).replace(/[\\%_]/g, '\\$&');
}
