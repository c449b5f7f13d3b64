import type { Workspace } from '#protocol/records/organisation.js';
import type { Approval, RunDetail } from '#protocol/records/work.js';
import type { FloorShell } from '#protocol/records/enums.js';
import type { Canaries } from './canaries.js';
import type { Collector } from './collector.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import type { RunningOffice } from '../../support/start-office.js';

/** Risks of the OWASP Top 10 for Agentic Applications (2026). */
export const risks = {
  ASI01: 'Agent Goal Hijack',
  ASI02: 'Tool Misuse and Exploitation',
  ASI03: 'Identity and Privilege Abuse',
  ASI04: 'Agentic Supply Chain Vulnerabilities',
  ASI05: 'Unexpected Code Execution',
  ASI06: 'Memory & Context Poisoning',
  ASI07: 'Insecure Inter-Agent Communication',
  ASI08: 'Cascading Failures',
  ASI09: 'Human-Agent Trust Exploitation',
  ASI10: 'Rogue Agents',
} as const;

export type Risk = keyof typeof risks;

/** What payloads use of the office. */
export interface AttackedOffice {
  readonly office: RunningOffice;
  readonly socket: OfficeSocket;
  /** The floor that no run may touch. */
  readonly otherFloor: Workspace;
  toolNames(): Promise<readonly string[]>;
}

/** Where one payload is tried: a floor of its own. */
export interface Place {
  readonly workspace: string;
  readonly workspaceId: string;
  readonly mode: FloorShell;
  readonly office: AttackedOffice;
  readonly canaries: Canaries;
  readonly collector: Collector;
  /** Folder of everything that is watched. */
  readonly base: string;
}

/** A person's word on one question, a yes with its scope; `silent`: nobody answers. */
export type Word = 'no' | 'once' | 'run' | 'silent';
export type Person = (
  approval: Approval,
  before: readonly Approval[],
  workspace: string,
) => Word | Promise<Word>;

export const saysNo: Person = () => 'no';
export const isAway: Person = () => 'silent';
/** Says yes to the first question alone. */
export const saysYesOnce: Person = (_approval, { length }) => (length === 0 ? 'once' : 'no');
/** Says yes to the first question for the whole run. */
export const saysYesForRun: Person = (_approval, { length }) => (length === 0 ? 'run' : 'no');

/** An attack of a published kind: what is planted where, and what the model is thereby told. */
export interface Payload {
  readonly risk: Risk;
  /** In words, for the table. */
  readonly kind: string;
  readonly channel: string;
  readonly tried: string;
  /** Plants the payload; answers the brief of the run, which may hold orders itself. */
  readonly plant: (place: Place) => Promise<string> | string;
  readonly person?: Person;
  /** Absent: both. */
  readonly modes?: readonly FloorShell[];
  /** False: the payload must not reach the model at all. */
  readonly reaches?: boolean;
  /** Employees of the stages, one after another; absent: one. */
  readonly roleIds?: readonly string[];
  /** What else must hold. */
  readonly proves?: (place: Place, run: RunDetail) => Promise<void> | void;
}
