import fc from 'fast-check';
import { clientCommandTypes } from '../../src/protocol/commands.js';
import { hostileObject, hostileText, hostileValue } from '../../test/support/hostile-json.js';

/** A generated case: a socket frame or a request. */
export type Case =
  | { readonly door: 'socket'; readonly frame: string }
  | {
      readonly door: 'http';
      readonly method: string;
      readonly path: string;
      readonly body?: string;
    };

const floorId = fc.constantFrom('default', 'garden', 'garden-2', 'nowhere');
const roleId = fc.constantFrom('ceo', 'cto', 'backend-dev-1', 'frontend-dev-1', 'nobody');
const ids = (...known: readonly string[]) => fc.constantFrom(...known, 'unknown');
const name = fc.oneof(ids('Garden', 'Mill', 'Attic'), hostileText);

/** Fields of commands and bodies with values that are probably accepted. */
const fields: Record<string, fc.Arbitrary<unknown>> = {
  workspaceId: floorId,
  roleId,
  employeeId: roleId,
  brief: fc.oneof(ids('What is a lease?', 'Build a todo list'), hostileText),
  text: fc.oneof(ids('Good morning.'), hostileText),
  budgetUsd: fc.constantFrom(0, 0.001, 1),
  runId: ids('run_1'),
  approvalId: ids('approval_1'),
  approved: fc.boolean(),
  policy: fc.constant({ defaultTier: 'small', minTier: 'small', maxTier: 'max' }),
  allowedTools: fc.subarray(['read_file', 'think', 'git', 'nothing']),
  skillIds: fc.subarray(['debugging', 'api-design', 'nothing']),
  seatId: fc.constantFrom(null, 'seat-1'),
  role: hostileObject({ id: roleId, name, title: name, departmentId: ids('engineering') }),
  posture: ids('cheap', 'quality', 'balanced'),
  budget: fc.constantFrom({ defaultRunUsd: 1 }, { totalUsd: null }, { defaultRunUsd: -1 }),
  name,
  description: hostileText,
  color: ids('#00ff00', '#123456'),
  style: fc.constantFrom(null, { preset: 'midnight' }, {}),
  folder: fc.oneof(ids('garden', '../out'), hostileText),
  patch: fc.constantFrom({ maxConcurrency: 4 }, { softSpendApprovalUsd: 0 }, { logLevel: 'loud' }),
  scope: ids('installation', 'workspace', 'role'),
  kind: ids('decision', 'fact', 'preference'),
  tags: fc.array(hostileText, { maxLength: 3 }),
  source: hostileText,
  id: ids('fact_1'),
  reason: hostileText,
  history: fc.array(hostileValue, { maxLength: 3 }),
};

const payload = fc
  .subarray(Object.keys(fields), { minLength: 1, maxLength: 8 })
  .chain((keys) =>
    hostileObject(Object.fromEntries(keys.map((key) => [key, fields[key] ?? hostileValue]))),
  );

const fieldsOf: Partial<Record<string, readonly string[]>> = {
  submit: ['brief', 'workspaceId', 'budgetUsd'],
  cancel: ['runId'],
  chat: ['employeeId', 'text'],
  plan: ['employeeId', 'text', 'history'],
  approve: ['approvalId', 'approved'],
  selectWorkspace: ['workspaceId'],
  setModelPolicy: ['roleId', 'policy', 'workspaceId'],
  setRoleGrants: ['roleId', 'allowedTools', 'skillIds'],
  setSeat: ['employeeId', 'seatId'],
  hire: ['role'],
  fire: ['roleId', 'workspaceId'],
  setRoutingPosture: ['posture'],
  setWorkspaceSkills: ['skillIds'],
  setWorkspaceBudget: ['budget'],
  setWorkspaceDetails: ['name', 'description', 'color'],
  setWorkspaceStyle: ['style'],
  createWorkspace: ['name', 'description', 'folder'],
  removeWorkspace: ['workspaceId'],
  updateSettings: ['patch'],
  rememberFact: ['scope', 'kind', 'text', 'tags', 'source', 'workspaceId', 'roleId'],
  retractFact: ['id', 'reason'],
  loadRun: ['runId'],
};

function mostly(keys: readonly string[]): fc.Arbitrary<object> {
  const likely = Object.fromEntries(keys.map((key) => [key, fields[key] ?? hostileValue]));
  return fc.oneof(
    { weight: 9, arbitrary: hostileObject(likely) },
    { weight: 1, arbitrary: payload },
  );
}

const command = fc
  .constantFrom(...clientCommandTypes)
  .chain((type) => mostly(fieldsOf[type] ?? []).map((rest) => JSON.stringify({ ...rest, type })));

const frame: fc.Arbitrary<Case> = fc
  .oneof({ weight: 30, arbitrary: command }, { weight: 1, arbitrary: hostileText })
  .map((text) => ({ door: 'socket', frame: text }));

const reads = [
  ...['health', 'state', 'runs', 'skills', 'tools', 'workspaces', 'settings', 'models'],
  ...['providers', 'plugins', 'memory', 'memory/search?q=lease', 'plugins/role-templates'],
  ...['runs/run_1', 'workspaces/default', 'memory?before=x', 'nowhere', 'plugins/x/panels/y'],
];

/** Method, path and body fields. */
const writes: readonly (readonly [string, string, string])[] = [
  ['POST', 'submit', 'submit'],
  ['POST', 'chat', 'chat'],
  ['POST', 'plan', 'plan'],
  ['POST', 'workspaces', 'createWorkspace'],
  ['PUT', 'workspaces/default', 'setWorkspaceDetails'],
  ['PATCH', 'workspaces/garden', 'setWorkspaceBudget'],
  ['DELETE', 'workspaces/garden-2', ''],
  ['POST', 'settings', 'updateSettings'],
  ['POST', 'memory', 'rememberFact'],
  ['POST', 'memory/fact_1/retract', 'retractFact'],
  ['PUT', 'plugins/x/settings', ''],
  ['DELETE', 'plugins/x', ''],
];

const written = fc.constantFrom(...writes).chain(([method, path, type]): fc.Arbitrary<Case> => {
  const body = mostly(fieldsOf[type] ?? []).map((each) => JSON.stringify(each));
  return fc
    .oneof({ weight: 20, arbitrary: body }, { weight: 1, arbitrary: hostileText })
    .map((text) => ({ door: 'http', method, path: `/api/${path}`, body: text }));
});

const read = fc
  .tuple(fc.constantFrom(...reads), fc.option(hostileText, { freq: 8 }))
  .map(([path, more]): Case => {
    const tail = more === null ? '' : `/${encodeURIComponent(more.toWellFormed().slice(0, 200))}`;
    return { door: 'http', method: 'GET', path: `/api/${path}${tail}` };
  });

const any = fc.oneof(
  { weight: 6, arbitrary: frame },
  { weight: 3, arbitrary: written },
  { weight: 1, arbitrary: read },
);

/** Cases that depend only on the seed. */
export function casesOf(count: number, seed: number): readonly Case[] {
  return fc.sample(any, { numRuns: count, seed });
}
