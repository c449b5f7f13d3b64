import { floorTemplate } from '#workspaces/files/floor-templates.js';
import type { ClientCommand } from '#protocol/commands.js';
import { aRole } from './a-role.js';

const ceo = { employeeId: 'ceo', text: 'Hello' } as const;
export const brief = 'What is an id?';
const submission = { brief, pipelineId: 'quick-answer' } as const;

/**
 * Every command that is carried out, with its result. Each may use what those before it created.
 */
export const commands: readonly [ClientCommand, unknown][] = [
  [{ type: 'hire', role: aRole() }, { id: 'data-analyst' }],
  [{ type: 'setSeat', employeeId: 'data-analyst', seatId: null }, { seatId: null }],
  [
    { type: 'setRoleGrants', roleId: 'data-analyst', allowedTools: ['think', 'no_such_tool'] },
    { id: 'data-analyst', allowedTools: ['think'] },
  ],
  [
    {
      type: 'setModelPolicy',
      roleId: 'data-analyst',
      policy: { defaultTier: 'small', minTier: 'nano', maxTier: 'max' },
    },
    { modelPolicy: { defaultTier: 'small' } },
  ],
  [{ type: 'fire', roleId: 'data-analyst' }, { ok: true }],
  [{ type: 'setRoutingPosture', posture: 'cheap' }, { ok: true }],
  [{ type: 'addRoom' }, { ok: true }],
  [{ type: 'removeRoom' }, { ok: true }],
  [
    { type: 'createWorkspace', name: 'Second' },
    { id: 'second', name: 'Second', floor: 2 },
  ],
  [
    { type: 'importWorkspace', file: floorTemplate('writing'), name: 'Third' },
    { id: 'third', name: 'Third', floor: 3 },
  ],
  [{ type: 'selectWorkspace', workspaceId: 'second' }, { ok: true }],
  [{ type: 'setWorkspaceSkills', skillIds: ['web-research'] }, { id: 'second' }],
  [{ type: 'setWorkspaceBudget', budget: { defaultRunUsd: 3 } }, { id: 'second' }],
  [
    { type: 'setWorkspaceDetails', name: 'Renamed' },
    { id: 'second', name: 'Renamed' },
  ],
  [{ type: 'setWorkspaceStyle', style: null }, { id: 'second' }],
  [{ type: 'removeWorkspace', workspaceId: 'second' }, { ok: true }],
  [{ type: 'updateSettings', patch: { maxConcurrency: 3 } }, { maxConcurrency: 3 }],
  [
    { type: 'rememberFact', scope: 'installation', kind: 'note', text: 'Ids are kept for a day.' },
    { text: 'Ids are kept for a day.' },
  ],
  [{ type: 'chat', ...ceo }, [{ role: 'user', text: 'Hello' }, { role: 'employee' }]],
  [{ type: 'plan', ...ceo }, { employeeId: 'ceo' }],
  [
    { type: 'submit', ...submission },
    { brief, status: 'queued' },
  ],
  [{ type: 'ping' }, { ok: true }],
  [{ type: 'resync' }, { ok: true }],
];
