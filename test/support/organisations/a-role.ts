import type { Role } from '#protocol/records/organisation.js';

/** A complete role; a test names only the fields that matter to it. */
export function aRole(fields: Partial<Role> = {}): Role {
  return {
    id: 'data-analyst',
    displayName: 'Ines Moreau',
    title: 'Data Analyst',
    departmentId: 'research',
    seniority: 'mid',
    rank: 2,
    reportsTo: 'researcher',
    mission: 'Turn raw numbers into answers.',
    responsibilities: ['Measure', 'Explain'],
    skillIds: ['web-research'],
    allowedTools: ['think', 'read_file'],
    modelPolicy: { defaultTier: 'standard', minTier: 'small', maxTier: 'strong' },
    seatId: null,
    roomId: null,
    canDelegate: false,
    maxDirectReports: 0,
    persona: { voice: 'calm', values: ['evidence'] },
    appearance: { bodyColor: '#334455', accentColor: '#99aabb', height: 1 },
    maxTurnsPerStage: 2,
    ...fields,
  };
}
