import type { ServerEventOf } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import type { OfficeState } from '../../protocol/records/office.js';
import type { Run } from '../../protocol/records/work.js';
import { clipTexts } from '../../protocol/rules/clip-texts.js';
import { type RunMove, runAfter } from '../../protocol/rules/run-after.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';
import { newestFirst } from '../../protocol/rules/run-search.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { stateTexts } from '../../protocol/texts/office.js';

/** A run of the floor being shown, as its event carries it. */
export function applyRun(
  state: OfficeState,
  { run }: ServerEventOf<'run.created' | 'run.updated'>,
): OfficeState {
  return run.workspaceId === state.activeWorkspaceId ? withRun(state, run) : state;
}

/** A run of the shown floor, updated by an event that does not carry it. */
export function applyRunMove(state: OfficeState, event: RunMove): OfficeState {
  const run = state.runs.find(({ id }) => id === runIdOf(event));
  return run === undefined ? state : withRun(state, runAfter(run, event));
}

/** Newest first, with texts shortened as in the service's frames. */
function withRun(state: OfficeState, run: Run): OfficeState {
  const bounded = clipTexts(run, limits.stateTextCharacters, stateTexts.clipped);
  const others = state.runs.filter(({ id }) => id !== run.id);
  const runs = [...others, bounded].sort(newestFirst);
  const activeRunIds = runs.filter(({ status }) => !isFinal(status)).map(({ id }) => id);
  return withSpend({ ...state, runs, activeRunIds });
}

/**
 * The floor's spend: recorded, plus that of active runs. The record of a run that has just ended
 * comes with the whole state.
 */
function withSpend(state: OfficeState): OfficeState {
  const { runs, activeRunIds, activeWorkspaceId, budget } = state;
  const active = runs.filter(({ id }) => activeRunIds.includes(id));
  const spentUsd = budget.spentUsd + active.reduce((sum, run) => sum + run.budget.spentUsd, 0);
  const workspaces = state.workspaces.map((floor) =>
    floor.id === activeWorkspaceId ? { ...floor, activeRuns: active.length, spentUsd } : floor,
  );
  return { ...state, workspaces };
}
