import type { HandledCommandType } from '../commands.js';
import type { DeliverySource } from '../records/triggers.js';
import type { McpToolName, Route } from '../rules/rights-table.js';

type ChangingRoute = Exclude<Route, `GET ${string}`>;

type Operation =
  | ChangingRoute
  | HandledCommandType
  | `mcp ${McpToolName}`
  | `trigger ${DeliverySource}`
  | 'GET sign-in/callback';

/** What somebody did or tried, by the operation that the audit log names. */
const words: Readonly<Record<Operation, string>> = {
  'GET sign-in/callback': 'sign in',
  'POST sign-out': 'sign out',
  'POST tokens': 'make a token',
  'DELETE tokens/:id': 'revoke a token',
  'POST push': 'ask for notifications',
  'DELETE push/:id': 'end notifications',

  'POST mcp': 'speak to the office by MCP',
  'POST hooks/:id': 'call a trigger',
  'POST answers/:id': 'answer a request by a link',
  'POST triggers': 'make a trigger',
  'PATCH triggers/:id': 'change a trigger',
  'DELETE triggers/:id': 'remove a trigger',
  'POST triggers/:id/secret': 'renew the secret of a trigger',
  'POST triggers/:id/try': 'try a trigger',
  'trigger schedule': 'begin a run by the clock',
  'trigger hook': 'begin a run by a call',
  'trigger sample': 'begin a run to try a trigger',
  'trigger event': 'tell others what happened',

  'POST forges': 'connect a repository',
  'PATCH forges/:id': 'change a forge',
  'DELETE forges/:id': 'remove a forge',
  'POST forges/:id/secret': 'renew the secret of a forge',
  'POST runs/:id/request': 'ask for a pull request',
  'POST forges/:id/poll': 'look for news on a forge',
  'POST forges/:id/webhook': 'tell news of a forge',

  submit: 'hand in a brief',
  'POST api/submit': 'hand in a brief',
  'mcp submit_brief': 'hand in a brief',
  'mcp continue_run': 'continue a run',
  retryRun: 'try a run again',
  'mcp retry_run': 'try a run again',
  steerRun: 'instruct a run',
  'mcp steer_run': 'instruct a run',
  cancel: 'cancel a run',
  'mcp cancel_run': 'cancel a run',
  commentOnChange: 'comment on a change',
  deliverRun: 'deliver a change',
  revertRun: 'undo a change, or make it again',
  discardRun: 'discard a worktree',
  approve: 'answer a request',
  'mcp answer_approval': 'answer a request',
  revokeChecks: 'ask about checks again',
  revokeSandbox: 'ask about the sandbox again',
  chat: 'chat with an employee',
  'POST api/chat': 'chat with an employee',
  plan: 'plan with an employee',
  'POST api/plan': 'plan with an employee',
  loadRun: 'read a run',
  'mcp list_floors': 'list the floors',
  'mcp list_runs': 'list the runs',
  'mcp follow_run': 'follow a run',
  'mcp read_report': 'read a report',
  'mcp read_change': 'read a change',
  'mcp read_cost': 'read what a run cost',
  'mcp list_approvals': 'list the requests',

  rememberFact: 'remember a fact',
  'POST api/memory': 'remember a fact',
  retractFact: 'withdraw a fact',
  'POST api/memory/:id/retract': 'withdraw a fact',
  'POST api/memory/embed': 'prepare the search of the memory',

  hire: 'hire an employee',
  fire: 'dismiss an employee',
  setSeat: 'give an employee a desk',
  setRoleGrants: 'change what a role may do',
  setModelPolicy: 'change the models of a role',
  addRoom: 'build a room',
  removeRoom: 'remove a room',

  selectWorkspace: 'show a floor',
  createWorkspace: 'open a floor',
  'POST api/workspaces': 'open a floor',
  importWorkspace: 'import a floor',
  'POST workspaces/import': 'import a floor',
  'POST workspaces/preview': 'look at a floor to import',
  removeWorkspace: 'remove a floor',
  'DELETE api/workspaces/:id': 'remove a floor',
  'PUT api/workspaces/:id': 'change a floor',
  'PATCH api/workspaces/:id': 'change a floor',
  setWorkspaceBudget: 'change the ceilings of a floor',
  setWorkspaceDetails: 'change the details of a floor',
  setWorkspaceIsolation: 'change where runs of a floor work',
  setWorkspaceShell: 'change the commands of a floor',
  setWorkspaceSkills: 'change the skills of a floor',
  setWorkspaceStyle: 'change the style of a floor',
  setRoutingPosture: 'change the posture of a floor',
  'POST folders': 'look through folders',
  'POST folders/repository': 'make a folder a git repository',

  updateSettings: 'change the settings',
  'POST api/settings': 'change the settings',
  'PUT api/settings': 'change the settings',
  'PATCH api/settings': 'change the settings',
  setProviderKey: 'use the key of a provider',
  confirmProviderKey: 'confirm the key of a provider',
  removeProviderKey: 'remove the key of a provider',
  'POST api/models/discover': 'ask providers for their models',
  'POST api/models/benchmarks': 'look for benchmarks of models',
  'POST api/models/health': 'ask whether endpoints answer',
  'POST api/vendors/refresh': 'look for agent harnesses',
  'POST api/mcp/refresh': 'connect MCP servers again',

  'POST api/plugins/refresh': 'look for plugins',
  'DELETE api/plugins/:id': 'remove a plugin',
  'POST api/plugins/:id/enable': 'turn a plugin on or off',
  'PUT api/plugins/:id/settings': 'change the settings of a plugin',
  'PATCH api/plugins/:id/settings': 'change the settings of a plugin',
  'POST api/plugins/sources': 'add a marketplace',
  'DELETE api/plugins/sources/:id': 'remove a marketplace',
  'POST api/plugins/install': 'install a plugin',
  'POST api/plugins/updates': 'look for updates of plugins',

  ping: 'say that a client is there',
  resync: 'load the state anew',
};

/** An operation of the audit log in words for people; an unknown one is unchanged. */
export function deedWord(operation: string): string {
  return words[operation as Operation] ?? operation.replace(/^GET (?:api\/)?/, 'read ');
}
