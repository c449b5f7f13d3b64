export interface PageEntry {
  readonly path: string;
  readonly name: string;
  /** Keys that open the page. */
  readonly keys: string;
  /** Tabs that can be opened directly. */
  readonly tabs?: readonly { readonly id: string; readonly name: string }[];
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
    {
      path: 'people',
      name: 'People',
      keys: 'g o',
      tabs: [
        { id: 'hire', name: 'Hire' },
        { id: 'floor', name: 'This floor: skills, money, rooms' },
        { id: 'style', name: 'Style of this floor' },
        { id: 'floors', name: 'All floors' },
      ],
    },
    { path: 'models', name: 'Models', keys: 'g m' },
    { path: 'costs', name: 'Costs', keys: 'g c' },
    {
      path: 'plugins',
      name: 'Plugins',
      keys: 'g u',
      tabs: [
        { id: 'installed', name: 'Installed plugins' },
        { id: 'panels', name: 'Panels' },
        { id: 'marketplaces', name: 'Marketplaces' },
      ],
    },
    { path: 'memory', name: 'Memory', keys: 'g e' },
  ],
  [
    { path: 'settings', name: 'Settings', keys: 'g s' },
    {
      path: 'forges',
      name: 'Forges and triggers',
      keys: 'g h',
      tabs: [{ id: 'triggers', name: 'Triggers' }],
    },
    { path: 'access', name: 'Access', keys: 'g t' },
    { path: 'log', name: 'Log', keys: 'g l' },
  ],
];
