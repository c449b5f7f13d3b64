import type { Office } from '#client/office.js';
import type { Organisation } from '#client/organisation.js';
import type { OfficeState } from '#protocol/records/office.js';
import { firstLine } from './format.js';
import type { OfficeStore } from './office-store.js';
import { pageGroups } from './page-groups.js';
import { goTo } from './router.js';
import { goToFloor } from './tab-floor.js';
import { applyTheme, themeNames, themes } from './theme.js';

/** A place to open or an action to do at once. */
export interface Command {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly run: () => unknown;
}

export function commandsOf(
  { office, organisation }: Pick<OfficeStore, 'office' | 'organisation'>,
  state: OfficeState,
): readonly Command[] {
  const pages = pageGroups.flat().map(({ path, name }) => ({
    id: `page-${path}`,
    name,
    group: 'Page',
    run: () => goTo(path === '' ? [] : [path]),
  }));
  const runs = state.runs.map(({ id, brief, status }) => ({
    id: `run-${id}`,
    name: firstLine(brief),
    group: `Run, ${status}`,
    run: () => goTo(['runs', id]),
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
  return [...pages, ...actionsOf(office, organisation), ...floors, ...runs, ...people];
}

function actionsOf(office: Office, organisation: Organisation): readonly Command[] {
  const action = (name: string, run: () => unknown) => ({ id: name, name, group: 'Do', run });
  return [
    action('New brief', () => goTo([], { new: '1' })),
    ...themes.map((theme) => action(themeNames[theme], () => applyTheme(theme))),
    action('Load the state anew', () => office.refresh()),
    action('Ask vendors which models they have', () => office.http.discoverModels()),
    action('Connect MCP servers again', () => office.http.refreshMcp()),
    action('Look for plugins again', () => office.http.refreshPlugins()),
    action('Build one more room', () => organisation.addRoom()),
    action('Explore the API', () => window.open('docs', '_blank', 'noopener')),
  ];
}

/** True if every typed word is part of the name or the group. */
export function matches({ name, group }: Pick<Command, 'name' | 'group'>, text: string): boolean {
  const inside = `${name} ${group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(' ')
    .every((word) => inside.includes(word));
}
