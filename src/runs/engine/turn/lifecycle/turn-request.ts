import type { SpeechKind } from '#protocol/records/enums.js';
import type { Role } from '#protocol/records/organisation.js';
import type { StageRun } from '#protocol/records/work.js';
import type { Knowledge } from '../../knowledge.js';

/** A turn requested by a stage. Everything in it follows from recorded steps. */
export interface TurnRequest {
  /** Step key, unique inside the run. */
  readonly key: string;
  readonly stage: StageRun;
  readonly role: Role;
  /** Why this employee gets the turn. */
  readonly purpose: string;
  /** 0 for a first turn; rises with rounds and passes. */
  readonly turnIndex: number;
  readonly knowledge: Knowledge;
  /** What was said earlier in this stage. */
  readonly transcript: readonly Utterance[];
  /** The settled turn's text is announced as speech to colleagues. */
  readonly speech?: SpeechPlan;
  /** The answer must end with a verdict. */
  readonly asksVerdict?: true;
  /** The turn answers a review of the role's own work. */
  readonly isRevision?: true;
  /** The answer must end by stating whether the employee agrees with the others. */
  readonly asksPosition?: true;
  /** Step key of the same employee's turn whose conversation is continued; absent: a new one. */
  readonly continues?: string;
  /** Number of the turn in a row of hand-overs to itself, from 1; absent: 1. */
  readonly part?: number;
}

export interface Utterance {
  readonly speaker: string;
  readonly roleId: string;
  /** Id under which the whole text can be read. */
  readonly turnId: string;
  readonly purpose: string;
  readonly text: string;
  /** Factor of the room for it in the prompt; absent: 1. */
  readonly weight?: number;
}

export interface SpeechPlan {
  readonly toEmployeeIds: readonly string[];
  readonly kind: SpeechKind;
  readonly maxCharacters: number;
}
