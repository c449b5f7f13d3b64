import type { OrgChart, Role } from '#protocol/records/organisation.js';

/** A valid role; a test names only the fields that matter to it. */
export function sampleRole(id: string, fields: Partial<Omit<Role, 'id'>> = {}): Role {
  return {
    id,
    displayName: id.toUpperCase(),
    title: `Title of ${id}`,
    departmentId: 'engineering',
    seniority: 'senior',
    rank: 1,
    reportsTo: null,
    mission: 'Make it work.',
    responsibilities: [],
    skillIds: [],
    allowedTools: [],
    modelPolicy: { defaultTier: 'standard', minTier: 'nano', maxTier: 'max' },
    seatId: null,
    roomId: null,
    canDelegate: false,
    maxDirectReports: 0,
    persona: { voice: 'plain', values: [] },
    appearance: { bodyColor: '#000000', accentColor: '#ffffff', height: 1 },
    maxTurnsPerStage: 4,
    ...fields,
  };
}

/** A chart of these roles, all in one department. */
export function sampleOrg(roles: readonly Role[]): OrgChart {
  return {
    company: { id: 'company', name: 'Acme', mission: 'Ship what is asked for.', createdAt: 1000 },
    departments: [
      { id: 'engineering', name: 'Engineering', mission: 'Build.', roomIds: [], color: '#123456' },
    ],
    roles,
    pipelineIds: [],
    updatedAt: 1000,
  };
}
