import { type PageEntry, pageGroups } from './page-groups.js';

/** Something that a person can do by a key and in the command palette. */
export interface Action {
  readonly id: string;
  readonly name: string;
  /** Keys one after the other, as `g r`, or held together, as `Alt Y`. */
  readonly keys: string;
}

export interface ActionGroup {
  readonly name: string;
  /** Part of the page in which its actions can be done. */
  readonly where: string;
  readonly actions: readonly Action[];
}

const pages = pageGroups.flat().map((page: PageEntry) => ({
  id: pageAction(page),
  name: `Go to ${page.name}`,
  keys: page.keys,
}));

const ownGroups = [
  {
    name: 'Everywhere',
    where: 'on every page',
    actions: [
      { id: 'find', name: 'Search and commands', keys: 'Ctrl K' },
      { id: 'keys', name: 'Show the keys', keys: '?' },
      { id: 'compose', name: 'New brief', keys: 'c' },
      { id: 'run-at-work', name: 'Go to the run at work', keys: 'g w' },
      { id: 'run-latest', name: 'Go to the latest run', keys: 'g a' },
      { id: 'floor-next', name: 'Show the next floor', keys: 'f j' },
      { id: 'floor-previous', name: 'Show the previous floor', keys: 'f k' },
      { id: 'floor-open', name: 'Open a new floor, on a folder', keys: 'f o' },
      { id: 'theme-light', name: 'Light colours', keys: 'v l' },
      { id: 'theme-dark', name: 'Dark colours', keys: 'v d' },
      { id: 'theme-system', name: 'Colours of the system', keys: 'v s' },
    ],
  },
  {
    name: 'A request',
    where: 'while somebody waits for an answer',
    actions: [
      { id: 'approve', name: 'Approve once', keys: 'Alt Y' },
      { id: 'approve-run', name: 'Approve for this run', keys: 'Alt R' },
      { id: 'refuse', name: 'Refuse', keys: 'Alt N' },
      { id: 'approve-checks', name: 'Approve the floor’s checks', keys: 'a c' },
      { id: 'approve-sandbox-run', name: 'Allow the sandbox for this run', keys: 'a s' },
      { id: 'approve-sandbox-floor', name: 'Allow the sandbox for this floor', keys: 'a w' },
      { id: 'approve-item', name: 'Approve the first open part', keys: 'a y' },
      { id: 'refuse-item', name: 'Refuse the first open part', keys: 'a n' },
      { id: 'request-next', name: 'Next request', keys: 'a j' },
      { id: 'request-previous', name: 'Previous request', keys: 'a k' },
      { id: 'request-go', name: 'Go to the request', keys: 'a a' },
      { id: 'request-fold', name: 'Fold or show the request', keys: 'a f' },
      { id: 'seen-all', name: 'Mark all ended runs as seen', keys: 'a l' },
    ],
  },
  {
    name: 'A run',
    where: 'on the page of a run',
    actions: [
      { id: 'steer', name: 'Instruct the run', keys: 'r s' },
      { id: 'follow', name: 'Jump to live', keys: 'r e' },
      { id: 'plan', name: 'Change the plan', keys: 'r l' },
      { id: 'cancel', name: 'Cancel the run', keys: 'r x' },
      { id: 'continue', name: 'Continue', keys: 'r c' },
      { id: 'retry', name: 'Try again', keys: 'r t' },
      { id: 'deliver', name: 'Deliver the change', keys: 'r d' },
      { id: 'undo', name: 'Undo the change', keys: 'r u' },
      { id: 'undo-turn', name: 'Undo from a turn on', keys: 'r i' },
      { id: 'redo', name: 'Make the change again', keys: 'r r' },
      { id: 'discard', name: 'Discard the worktree', keys: 'r w' },
      { id: 'replay', name: 'Begin or end the replay', keys: 'r p' },
      { id: 'replay-pause', name: 'Pause the replay or go on', keys: 'r h' },
      { id: 'replay-faster', name: 'Replay faster', keys: 'r j' },
      { id: 'replay-slower', name: 'Replay slower', keys: 'r k' },
      { id: 'tab-report', name: 'Show the report', keys: 't r' },
      { id: 'tab-turns', name: 'Show the turns', keys: 't t' },
      { id: 'tab-change', name: 'Show the change', keys: 't c' },
      { id: 'tab-artifacts', name: 'Show the artifacts', keys: 't a' },
      { id: 'tab-decisions', name: 'Show the approvals', keys: 't d' },
    ],
  },
  {
    name: 'A review',
    where: 'at the change of a run',
    actions: [
      { id: 'file-next', name: 'Next file', keys: 'j' },
      { id: 'file-previous', name: 'Previous file', keys: 'k' },
      { id: 'comment-next', name: 'Next comment', keys: 'n' },
      { id: 'comment-previous', name: 'Previous comment', keys: 'p' },
      { id: 'lines', name: 'Go to the lines, to comment', keys: 'l' },
      { id: 'file-viewed', name: 'Mark the file as viewed or not', keys: 'm' },
      { id: 'file-fold', name: 'Fold or unfold the file', keys: 'o' },
      { id: 'since', name: 'Show the change since the last look, or all of it', keys: 'b' },
      { id: 'layout', name: 'Lines side by side or one below the other', keys: 'w' },
      { id: 'comments-send', name: 'Send the comments to the office', keys: 's' },
    ],
  },
  {
    name: 'The list of runs',
    where: 'on the page of all runs',
    actions: [
      { id: 'view-next', name: 'Show the next saved view', keys: 'y j' },
      { id: 'view-previous', name: 'Show the previous saved view', keys: 'y k' },
      { id: 'view-save', name: 'Save this view', keys: 'y s' },
      { id: 'filters-clear', name: 'Clear the filters', keys: 'y x' },
    ],
  },
  {
    name: 'The floor',
    where: 'on the floor',
    actions: [
      { id: 'person-next', name: 'Open the next employee', keys: 'e j' },
      { id: 'person-previous', name: 'Open the previous employee', keys: 'e k' },
      { id: 'person-close', name: 'Close the employee', keys: 'e x' },
      { id: 'brief-back', name: 'Take back the brief that is put aside', keys: 'e b' },
      { id: 'zoom-in', name: 'Larger plan', keys: 'z i' },
      { id: 'zoom-out', name: 'Smaller plan', keys: 'z o' },
      { id: 'zoom-all', name: 'Show the whole floor or its part at work', keys: 'z a' },
    ],
  },
  {
    name: 'Forges and triggers',
    where: 'on the page of forges and triggers',
    actions: [
      { id: 'forge-connect', name: 'Connect a repository', keys: 'h c' },
      { id: 'forge-poll', name: 'Look for news on all forges', keys: 'h n' },
      { id: 'schedule-make', name: 'Make a trigger by the clock', keys: 'h s' },
      { id: 'hook-make', name: 'Make a trigger by a call', keys: 'h h' },
      { id: 'outbound-make', name: 'Make a trigger that tells others', keys: 'h o' },
      { id: 'tab-forges', name: 'Show the forges', keys: 'h f' },
      { id: 'tab-triggers', name: 'Show the triggers', keys: 'h t' },
    ],
  },
  {
    name: 'The service',
    where: 'on every page',
    actions: [
      { id: 'state', name: 'Load the state anew', keys: 'd s' },
      { id: 'discover', name: 'Ask providers which models they have', keys: 'd v' },
      { id: 'mcp', name: 'Connect MCP servers again', keys: 'd m' },
      { id: 'harnesses', name: 'Look for agent harnesses again', keys: 'd h' },
      { id: 'plugins', name: 'Look for plugins again', keys: 'd p' },
      { id: 'room', name: 'Build one more room', keys: 'd r' },
      { id: 'api', name: 'Explore the API', keys: 'd a' },
    ],
  },
] as const satisfies readonly ActionGroup[];

export type ActionId = (typeof ownGroups)[number]['actions'][number]['id'] | `page-${string}`;

/**
 * Every action of the console: the source for the handling of keys, the command palette and the
 * dialog of keys.
 */
export const actionGroups: readonly ActionGroup[] = [
  { name: 'Pages', where: 'on every page', actions: pages },
  ...ownGroups,
];

export const actions: readonly Action[] = actionGroups.flatMap((group) => group.actions);

export function pageAction({ path }: Pick<PageEntry, 'path'>): `page-${string}` {
  return `page-${path}`;
}
