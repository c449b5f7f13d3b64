import type { Department, OrgChart } from '../../protocol/records/organisation.js';
import { defaultPipelines } from '../pipelines/default-pipelines.js';
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

/** The eight departments of a new organisation. */
export const defaultDepartments: readonly Department[] = [
  {
    id: 'executive',
    name: 'Executive',
    mission:
      'Hold the office to what the requester asked for, and tell them plainly what they got.',
    roomIds: ['Anchor_Room_CEO', 'Anchor_Room_Lobby'],
    color: '#f59e0b',
  },
  {
    id: 'design',
    name: 'Design',
    mission: 'Decide what people will see, do and be told, including when things go wrong.',
    roomIds: ['Anchor_Room_Office2', 'Anchor_Room_DevFloor'],
    color: '#ec4899',
  },
  {
    id: 'research',
    name: 'Research',
    mission: 'Replace guesses by facts that carry a source, a date and a grade.',
    roomIds: ['Anchor_Room_DevFloor', 'Anchor_Room_Lounge'],
    color: '#fbbf24',
  },
  {
    id: 'technology',
    name: 'Technology',
    mission: 'Choose boundaries and interfaces that several people can build against at once.',
    roomIds: ['Anchor_Room_Office3', 'Anchor_Room_Meeting'],
    color: '#a78bfa',
  },
  {
    id: 'frontend',
    name: 'Frontend',
    mission: 'Build the part people touch, so that it never leaves them wondering.',
    roomIds: ['Anchor_Room_DevFloor'],
    color: '#38bdf8',
  },
  {
    id: 'backend',
    name: 'Backend',
    mission: 'Keep data right while requests overlap, calls fail and processes stop.',
    roomIds: ['Anchor_Room_DevFloor'],
    color: '#34d399',
  },
  {
    id: 'platform',
    name: 'Platform',
    mission: 'Make building, releasing and undoing a release routine for everyone else.',
    roomIds: ['Anchor_Room_DevFloor', 'Anchor_Room_Lounge'],
    color: '#818cf8',
  },
  {
    id: 'quality',
    name: 'Quality',
    mission: 'Say what has been shown to work, what has not, and how anyone can check.',
    roomIds: ['Anchor_Room_DevFloor', 'Anchor_Room_Meeting'],
    color: '#f87171',
  },
];
