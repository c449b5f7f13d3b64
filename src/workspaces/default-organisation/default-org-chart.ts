import type { OrgChart } from '../../protocol/records/organisation.js';
import { defaultPipelines } from '../pipelines/default-pipelines.js';
import { defaultDepartments } from './departments.js';
import { defaultRoles } from './default-roles.js';

/**
 * The organisation of every new floor, as a deep copy. The routing posture is absent, which means
 * the installation's default.
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
