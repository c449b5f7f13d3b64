import type { ServerEvent } from '../protocol/events.js';
import type { Run } from '../protocol/records/work.js';

/** The printed state on which later lines depend. */
export interface FollowedRun {
  readonly run: Run;
  /** Display names of the floor's people, by employee id. */
  readonly names: ReadonlyMap<string, string>;
  /** Each employee's last printed text. */
  readonly said: ReadonlyMap<string, string>;
}

interface Person {
  readonly id: string;
  readonly displayName: string;
}

export function viewOf(run: Run, people: readonly Person[] = []): FollowedRun {
  return { run, names: withAll(new Map(), people), said: new Map() };
}

/** The view after an event; the same object if nothing changed. */
export function observe(view: FollowedRun, event: ServerEvent): FollowedRun {
  switch (event.type) {
    case 'employee.updated':
      return event.employee.workspaceId === view.run.workspaceId
        ? { ...view, names: withAll(view.names, [event.employee]) }
        : view;
    case 'run.created':
    case 'run.updated':
      return event.run.id === view.run.id ? { ...view, run: event.run } : view;
    case 'budget.updated':
      return event.runId === view.run.id ? withSpend(view, event) : view;
    case 'turn.finished':
      return { ...view, said: new Map(view.said).set(event.turn.employeeId, event.turn.text) };
    default:
      return view;
  }
}

/** An unknown employee is shown by id. */
export function nameOf(view: FollowedRun, employeeId: string): string {
  return view.names.get(employeeId) ?? employeeId;
}

function withAll(names: FollowedRun['names'], people: readonly Person[]): FollowedRun['names'] {
  const merged = new Map(names);
  for (const { id, displayName } of people) merged.set(id, displayName);
  return merged;
}

function withSpend(view: FollowedRun, budget: Run['budget']): FollowedRun {
  const { limitUsd, spentUsd } = budget;
  return { ...view, run: { ...view.run, budget: { limitUsd, spentUsd } } };
}
