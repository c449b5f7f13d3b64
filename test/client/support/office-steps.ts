import fc from 'fast-check';
import type { Office } from '#client/office.js';
import { OfficeRefusal } from '#client/errors.js';
import { aRole } from '../../support/organisations/a-role.js';

/** Something a client does to an office; what the office refuses is no failure of the client. */
export interface OfficeStep {
  readonly name: string;
  readonly act: (office: Office) => unknown;
}

const postures = ['cheap', 'balanced', 'quality'] as const;
const approvalBrief = 'Use run_shell {"command": "echo hi"} and tell me';

/** One of the floors, the one being shown more often than the others. */
function floorOf(office: Office, pick: number): string {
  const { workspaces, activeWorkspaceId } = office.state;
  return pick % 2 === 0
    ? activeWorkspaceId
    : (workspaces[pick % workspaces.length]?.id ?? activeWorkspaceId);
}

function roleOf(office: Office, pick: number): string {
  const { roles } = office.state;
  return roles[pick % roles.length]?.id ?? 'ceo';
}

function factOf(office: Office, pick: number): string {
  const { facts } = office.state.memory;
  return facts[pick % facts.length]?.id ?? 'fact_none';
}

/** What can be done with each part of an office, over either door. */
const kinds: Readonly<Record<string, (pick: number) => OfficeStep['act']>> = {
  'open a floor over HTTP': (pick) => (office) =>
    office.http.createWorkspace({ name: `Floor ${pick}`, skillIds: ['debugging'] }),
  'open a floor over the socket': (pick) => (office) =>
    office.send('createWorkspace', { name: `Hall ${pick}` }),
  'close a floor': (pick) => (office) => office.http.removeWorkspace(floorOf(office, pick)),
  'show a floor': (pick) => (office) =>
    office.send('selectWorkspace', { workspaceId: floorOf(office, pick * 2 + 1) }),
  'change a floor': (pick) => (office) =>
    office.http.updateWorkspace(floorOf(office, pick), {
      name: `Name ${pick}`,
      budget: { defaultRunUsd: 1 + (pick % 5), totalUsd: 100 },
      style: pick % 3 === 0 ? null : { preset: 'noir' },
    }),
  hire: (pick) => (office) =>
    office.send('hire', {
      role: aRole({ id: `analyst-${pick % 4}` }),
      workspaceId: floorOf(office, pick),
    }),
  fire: (pick) => (office) => office.send('fire', { roleId: `analyst-${pick % 4}` }),
  'set a policy': (pick) => (office) =>
    office.send('setModelPolicy', {
      roleId: roleOf(office, pick),
      policy: { defaultTier: 'small', minTier: 'nano', maxTier: 'max' },
    }),
  'grant tools': (pick) => (office) =>
    office.send('setRoleGrants', { roleId: roleOf(office, pick), allowedTools: ['think'] }),
  'change a seat': (pick) => (office) =>
    office.send('setSeat', {
      employeeId: roleOf(office, pick),
      seatId: pick % 2 === 0 ? null : (office.state.floor.seatIds[pick % 20] ?? null),
    }),
  'set the posture': (pick) => (office) =>
    office.send('setRoutingPosture', { posture: postures[pick % 3] ?? 'cheap' }),
  'build a room': () => (office) => office.send('addRoom', {}),
  'remove a room': () => (office) => office.send('removeRoom', {}),
  'change settings': (pick) => (office) =>
    office.http.updateSettings({
      maxConcurrency: 1 + (pick % 8),
      defaultRoutingPosture: postures[pick % 3] ?? 'cheap',
      disabledModelIds: pick % 2 === 0 ? ['gpt-4o-mini'] : [],
    }),
  'turn a plugin on or off': (pick) => (office) => {
    const { records } = office.state.plugins;
    const plugin = records[pick % records.length];
    return office.http.enablePlugin(plugin?.manifest.id ?? 'none', plugin?.enabled !== true);
  },
  'remember over HTTP': (pick) => (office) =>
    office.http.remember({ scope: 'installation', kind: 'note', text: `Fact ${pick} of dates` }),
  'remember over the socket': (pick) => (office) =>
    office.send('rememberFact', { scope: 'workspace', kind: 'decision', text: `Decision ${pick}` }),
  'correct a fact': (pick) => (office) =>
    office.http.remember({
      scope: 'installation',
      kind: 'note',
      text: `Better ${pick}`,
      supersedes: factOf(office, pick),
    }),
  'retract a fact': (pick) => (office) =>
    office.send('retractFact', { id: factOf(office, pick), reason: 'wrong' }),
  chat: (pick) => (office) =>
    office.http.chat({ employeeId: roleOf(office, pick), text: 'How are you?' }),
  'submit a brief': (pick) => (office) =>
    office.http.submit({
      brief: `What is the date of fact ${pick}?`,
      pipelineId: 'quick-answer',
      workspaceId: floorOf(office, pick),
    }),
  'submit a brief that asks': (pick) => (office) =>
    office.send('submit', {
      brief: approvalBrief,
      pipelineId: 'code-change',
      workspaceId: floorOf(office, pick),
    }),
  'answer an approval': (pick) => (office) => {
    const [approval] = office.state.approvals;
    return approval && office.approve(approval.id, pick % 2 === 0);
  },
  'cancel a run': (pick) => (office) => {
    const id = office.state.activeRunIds[pick % 3];
    return id !== undefined && office.cancel(id);
  },
};

/** Any of them, with what it is done to chosen by a number. */
export const officeStep: fc.Arbitrary<OfficeStep> = fc
  .tuple(fc.constantFrom(...Object.keys(kinds)), fc.nat(1000))
  .map(([kind, pick]) => ({ name: `${kind} (${pick})`, act: kinds[kind]?.(pick) ?? (() => null) }));

/** Does it; a refusal is an answer like any other. */
export async function take(step: OfficeStep, office: Office): Promise<void> {
  try {
    await step.act(office);
  } catch (error) {
    if (!(error instanceof OfficeRefusal)) throw error;
  }
}
