import type { OrgChart } from '../../protocol/records/organisation.js';
import { defaultPipelines } from '../pipelines/default-pipelines.js';
import { defaultDepartments } from './departments.js';
import { defaultRoles } from './default-roles.js';

/**
 * The organisation every new floor starts with.
 *
 * Each call gives a deep copy that shares nothing with the shipped one. The routing posture is left
 * absent, which means the installation default; a caller that fixes one adds it.
 *
 * @param now creation time, ms since the epoch
 */
export function defaultOrgChart(companyName: string, now: number): OrgChart {
  return {
    company: {
      id: 'company',
      name: companyName,
      mission: 'Turn a brief into finished work that its owner can run, check and change.',
      createdAt: now,
    },
    departments: structuredClone(defaultDepartments),
    roles: structuredClone(defaultRoles),
    pipelineIds: defaultPipelines.map((pipeline) => pipeline.id),
    updatedAt: now,
  };
}
