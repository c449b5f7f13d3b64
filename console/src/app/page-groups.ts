export interface PageEntry {
  readonly path: string;
  readonly name: string;
  /** Keys that go there. */
  readonly keys: string;
}

/** The pages in the groups of the navigation and the command palette. */
export const pageGroups: readonly (readonly PageEntry[])[] = [
  [
    { path: '', name: 'Floor', keys: 'g f' },
    { path: 'runs', name: 'Runs', keys: 'g r' },
    { path: 'approvals', name: 'Inbox', keys: 'g i' },
    { path: 'plan', name: 'Planning', keys: 'g p' },
  ],
  [
    { path: 'people', name: 'People', keys: 'g o' },
    { path: 'models', name: 'Models', keys: 'g m' },
    { path: 'costs', name: 'Costs', keys: 'g c' },
    { path: 'plugins', name: 'Plugins', keys: 'g u' },
    { path: 'memory', name: 'Memory', keys: 'g e' },
  ],
  [
    { path: 'settings', name: 'Settings', keys: 'g s' },
    { path: 'forges', name: 'Forges', keys: 'g h' },
    { path: 'access', name: 'Access', keys: 'g t' },
    { path: 'log', name: 'Log', keys: 'g l' },
  ],
];
