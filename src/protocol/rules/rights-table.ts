import type { HandledCommandType } from '../commands.js';
import type { Right } from '../rights.js';

/** Rights that an operation needs, all of them; none: it is open, even without a token. */
type NeededRights = readonly Right[];

const open: NeededRights = [];
const read: NeededRights = ['read'];
const work: NeededRights = ['work'];
const approve: NeededRights = ['approve'];
const administer: NeededRights = ['administer'];

/** Route of the office as an MCP server, whose tools have their own rights and log entries. */
const mcpDoorRoute = 'POST mcp';

/** Routes whose callers are identified by a signature or a link, with their own log entries. */
const hookRoute = 'POST hooks/:id';
const answerRoute = 'POST answers/:id';

/** Routes with bodies that change nothing themselves, or write their own entries in the audit log. */
export const readingPosts: readonly string[] = [
  mcpDoorRoute,
  hookRoute,
  answerRoute,
  'POST workspaces/preview',
];

const rightsOfRoutes = {
  'GET livez': open,
  'GET readyz': open,
  // Protected by a state that only the person who began the sign-in knows.
  'GET mcp/callback': open,
  'GET metrics': read,
  [mcpDoorRoute]: read,
  'GET mcp': read,
  // Tells callers without a token that they need one.
  'GET access': open,
  'GET sign-in': open,
  // Protected by what only the browser that began the sign-in knows.
  'GET sign-in/callback': open,
  // Ends the caller's own session.
  'POST sign-out': open,
  'GET tokens': administer,
  'POST tokens': administer,
  'DELETE tokens/:id': administer,
  'GET audit': administer,
  'GET audit/page': administer,

  'GET triggers': read,
  'GET triggers/times': read,
  'POST triggers': administer,
  'PATCH triggers/:id': administer,
  'DELETE triggers/:id': administer,
  'GET triggers/:id/deliveries': read,
  'POST triggers/:id/secret': administer,
  'POST triggers/:id/try': administer,
  // Its caller is known by the signature of the body.
  [hookRoute]: open,
  // The link shows the question; answering it needs `approve`, which its service checks.
  'GET answers/:id': open,
  [answerRoute]: open,
  // Only tells the caller's browser what the caller may read.
  'GET push': read,
  'POST push': read,
  'DELETE push/:id': read,

  'GET forges': read,
  'POST forges': administer,
  'PATCH forges/:id': administer,
  'DELETE forges/:id': administer,
  'GET forges/:id/issues': read,
  'GET forges/:id/token': read,
  'POST forges/:id/secret': administer,
  'POST forges/:id/poll': work,
  // Protected by the signature of the forge.
  'POST forges/:id/webhook': open,
  'GET runs/:id/origin': read,
  'GET runs/:id/request': read,
  'POST runs/:id/request': approve,

  'GET api/health': read,
  'GET api/state': read,
  'GET api/settings': read,
  'POST api/settings': administer,
  'PUT api/settings': administer,
  'PATCH api/settings': administer,

  'GET api/workspaces': read,
  'GET api/workspaces/:id': read,
  'POST api/workspaces': administer,
  'PUT api/workspaces/:id': administer,
  'PATCH api/workspaces/:id': administer,
  'DELETE api/workspaces/:id': administer,
  'POST folders': administer,
  'POST folders/repository': administer,
  'GET workspaces/templates': read,
  'GET workspaces/templates/:id': read,
  'GET workspaces/:id/file': read,
  'GET workspaces/:id/offers': read,
  'POST workspaces/preview': read,
  'POST workspaces/import': administer,
  'GET workspaces/:id/checks': read,
  'GET workspaces/:id/sandbox': read,

  'POST api/submit': work,
  'GET api/runs': read,
  'GET api/runs/:id': read,
  'GET runs/counts': read,
  'GET runs/:id/changes': read,
  'GET runs/:id/changes/lines': read,
  'GET runs/:id/changes/actions': read,
  'GET runs/:id/changes.patch': read,
  'GET runs/:id/comments': read,
  'POST api/chat': work,
  'POST api/plan': work,

  'GET api/memory': read,
  'GET api/memory/search': read,
  'POST api/memory': work,
  'POST api/memory/:id/retract': work,
  'POST api/memory/embed': work,

  'GET api/skills': read,
  'GET api/tools': read,
  'GET api/models': read,
  'GET api/providers': read,
  'GET providers/keys': read,
  'POST api/models/discover': administer,
  'POST api/models/benchmarks': administer,
  'POST api/models/health': administer,
  'POST api/vendors/refresh': administer,
  'POST api/mcp/refresh': administer,

  'GET api/plugins': read,
  'GET api/plugins/role-templates': read,
  'GET api/plugins/pipelines': read,
  'POST api/plugins/refresh': administer,
  'GET api/plugins/:id': read,
  'DELETE api/plugins/:id': administer,
  'POST api/plugins/:id/enable': administer,
  'GET api/plugins/:id/settings': read,
  'PUT api/plugins/:id/settings': administer,
  'PATCH api/plugins/:id/settings': administer,
  'GET api/plugins/:id/panels/:panelId': read,
  'GET api/plugins/sources': read,
  'POST api/plugins/sources': administer,
  'DELETE api/plugins/sources/:id': administer,
  'GET api/plugins/catalog': read,
  'POST api/plugins/install': administer,
  'POST api/plugins/updates': administer,
} as const satisfies Record<string, NeededRights>;

export type Route = keyof typeof rightsOfRoutes;

/** Rights of every route, by method and path as its controller says them. */
export const routeRights: Readonly<Record<string, NeededRights>> = rightsOfRoutes;

/** Rights of every command of the socket; opening one needs `read`, because it shows everything. */
export const commandRights: Readonly<Record<HandledCommandType, NeededRights>> = {
  ping: read,
  resync: read,
  loadRun: read,

  submit: work,
  cancel: work,
  retryRun: work,
  steerRun: work,
  commentOnChange: work,
  chat: work,
  plan: work,
  rememberFact: work,
  retractFact: work,
  // The floor that is shown is the same for everybody, and briefs without a floor go there.
  selectWorkspace: work,

  approve,
  deliverRun: approve,
  revertRun: approve,
  discardRun: approve,
  revokeChecks: approve,
  revokeSandbox: approve,

  hire: administer,
  fire: administer,
  setSeat: administer,
  setRoleGrants: administer,
  setModelPolicy: administer,
  addRoom: administer,
  removeRoom: administer,
  createWorkspace: administer,
  importWorkspace: administer,
  removeWorkspace: administer,
  setWorkspaceBudget: administer,
  setWorkspaceDetails: administer,
  setWorkspaceIsolation: administer,
  setWorkspaceShell: administer,
  setWorkspaceSkills: administer,
  setWorkspaceStyle: administer,
  setRoutingPosture: administer,
  updateSettings: administer,
  confirmProviderKey: administer,
  setProviderKey: administer,
  removeProviderKey: administer,
};

/** Rights of every tool of the office as an MCP server; speaking to it at all needs `read`. */
export const mcpToolRights = {
  list_floors: read,
  list_runs: read,
  follow_run: read,
  read_report: read,
  read_change: read,
  read_cost: read,
  list_approvals: read,

  submit_brief: work,
  continue_run: work,
  retry_run: work,
  steer_run: work,
  cancel_run: work,

  answer_approval: approve,
} as const satisfies Record<string, NeededRights>;

export type McpToolName = keyof typeof mcpToolRights;

/** Right to speak to a door at all. */
export const doorRights = { socket: read, mcp: read } as const;

type Given = Readonly<Record<string, unknown>>;

/** A yes to everything in the sandbox of a floor changes the floor. */
const answersFloor = ({ scope }: Given): boolean => scope === 'sandbox-floor';

/**
 * Rights that an answer to an approval needs, by whatever door it comes; `given` has its `scope`.
 */
export function answerRights(given: Given): NeededRights {
  return answersFloor(given) ? ['approve', 'administer'] : approve;
}

/** A route that is in no table needs `administer`. */
export function rightsForRoute(operation: string): NeededRights {
  return routeRights[operation] ?? administer;
}

export function rightsForMcpTool(name: McpToolName, given: Given = {}): NeededRights {
  return name === 'answer_approval' ? answerRights(given) : mcpToolRights[name];
}

export function rightsForCommand(type: HandledCommandType, given: Given): NeededRights {
  return type === 'approve' ? answerRights(given) : commandRights[type];
}
