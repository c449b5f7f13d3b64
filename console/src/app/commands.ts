import type { OfficeState } from '#protocol/records/office.js';
import { usedFilters } from '../runs/history-query.js';
import { savedViews } from '../runs/saved-views.js';
import { statusWord } from '../runs/status-word.js';
import { toldStatus } from '../runs/told-status.js';
import { runTitle } from './run-title.js';
import { actionGroups } from './actions.js';
import { offerOf } from './offers.js';
import { pageGroups } from './page-groups.js';
import { goTo } from './router.js';
import { goToFloor } from './tab-floor.js';

/** A place to open or an action to do at once. */
export interface Command {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Keys of the same action. */
  readonly keys?: string;
  /** Absent: it cannot be done now. */
  readonly run?: () => unknown;
  /** Why it cannot be done now. */
  readonly reason?: string;
}

/** Actions that can be done, actions that the shown page cannot do, and places to open. */
export function commandsOf(state: OfficeState): readonly Command[] {
  const runs = state.runs.map((each) => ({
    id: `run-${each.id}`,
    name: runTitle(each),
    group: `Run, ${statusWord(toldStatus(each, state.approvals))}`,
    run: () => goTo(['runs', each.id]),
  }));
  const people = state.employees.map(({ id, displayName, title }) => ({
    id: `employee-${id}`,
    name: `${displayName}, ${title}`,
    group: 'Employee',
    run: () => goTo([], { employee: id }),
  }));
  const floors = state.workspaces.map(({ id, name }) => ({
    id: `floor-${id}`,
    name: `Show ${name}`,
    group: 'Floor',
    run: () => goToFloor(id),
  }));
  const views = savedViews().map(({ name, query }) => ({
    id: `view-${name}`,
    name,
    group: 'Runs, saved view',
    run: () => goTo(['runs'], usedFilters(query)),
  }));
  const { able, unable } = offered();
  return [...able, ...tabs, ...views, ...floors, ...runs, ...people, ...unable];
}

const tabs: readonly Command[] = pageGroups.flat().flatMap((page) =>
  (page.tabs ?? []).map(({ id, name }) => ({
    id: `tab-${page.path}-${id}`,
    name,
    group: page.name,
    run: () => goTo([page.path], { tab: id }),
  })),
);

/** The actions that parts of the page offer, and those that they refuse with a reason. */
function offered(): { readonly able: readonly Command[]; readonly unable: readonly Command[] } {
  const able: Command[] = [];
  const unable: Command[] = [];
  for (const { name: group, actions } of actionGroups) {
    for (const { id, name, keys } of actions) {
      const offer = offerOf(id);
      if (id === 'find' || offer === null) continue;
      if (typeof offer === 'function') able.push({ id, name, group, keys, run: offer });
      else unable.push({ id, name, group, keys, reason: offer });
    }
  }
  return { able, unable };
}

/** The commands with every typed word in their name or group; an exact name comes first. */
export function foundIn(commands: readonly Command[], text: string): readonly Command[] {
  const typed = text.trim().toLowerCase();
  const words = typed.split(' ');
  const found = commands.filter(({ name, group }) => {
    const inside = `${name} ${group}`.toLowerCase();
    return words.every((word) => inside.includes(word));
  });
  const isCalled = ({ name }: Command) => name.toLowerCase() === typed;
  return found.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)));
}
