import type { IconName } from '../ui/icon.js';

export interface PageEntry {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

/** The pages in the groups of the navigation and the command palette. */
export const pageGroups: readonly (readonly PageEntry[])[] = [
  [
    { path: '', name: 'Floor', icon: 'floor' },
    { path: 'runs', name: 'Runs', icon: 'runs' },
    { path: 'approvals', name: 'Inbox', icon: 'approval' },
    { path: 'plan', name: 'Planning', icon: 'plan' },
  ],
  [
    { path: 'people', name: 'People', icon: 'people' },
    { path: 'models', name: 'Models', icon: 'models' },
    { path: 'costs', name: 'Costs', icon: 'costs' },
    { path: 'plugins', name: 'Plugins', icon: 'plugins' },
    { path: 'memory', name: 'Memory', icon: 'memory' },
  ],
  [
    { path: 'settings', name: 'Settings', icon: 'settings' },
    { path: 'log', name: 'Log', icon: 'log' },
  ],
];
