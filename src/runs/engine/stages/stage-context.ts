import type { SpeechKind } from '#protocol/records/enums.js';
import type { Role } from '#protocol/records/organisation.js';
import type { CheckResult } from '#protocol/rules/check-states.js';
import type { StageRun, TurnRecord } from '#protocol/records/work.js';
import type { Knowledge } from '../knowledge.js';
import { shownAnswer } from './turn-answers.js';

/** A turn for an employee in a stage. Everything in it follows from recorded steps. */
export interface TurnRequest {
  /** Step key, unique inside the run; a stage requests it unique inside the stage: `r1/cto`. */
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

/** A turn as a stage's code requests it; the stage runner adds the rest. */
export interface StageTurn extends Omit<
  TurnRequest,
  'stage' | 'transcript' | 'continues' | 'part'
> {
  readonly transcript?: readonly Utterance[];
  readonly continues?: string | undefined;
}

/**
 * The abilities of a stage's code: to request turns, which are memoised steps, and to check money
 * and cancellation between them. So the code is ordinary and can run again after a crash.
 */
export interface StageContext {
  readonly stage: StageRun;
  /** The stage's roles that exist on the floor, in the order of the pipeline. */
  readonly participants: readonly Role[];
  /** The run's knowledge when the stage began. */
  readonly knowledge: Knowledge;
  /**
   * The turn, or the last of several after hand-overs. Null: refused by the role's cap, or the run
   * was cancelled first.
   */
  turn(request: StageTurn): Promise<TurnRecord | null>;
  /** Step key of the latest turn of an employee whose conversation may go on; undefined: none. */
  conversationOf(roleId: string): string | undefined;
  /** A role of the floor outside the stage; undefined if it has left. */
  roleOf(roleId: string): Role | undefined;
  /** Checks that failed when a pass of the review began, counted from 1. */
  failingChecks(pass: number): readonly CheckResult[];
  /** Runs the checks after the revision of a pass. */
  runChecks(pass: number): Promise<void>;
  /**
   * True if the stage must stop before these turns: cancelled, or no money. Never before a turn
   * that has begun: a repeated stage stops where it stopped before, or later.
   */
  mustStop(...nextKeys: readonly string[]): boolean;
}

/** The result of a stage's code. */
export interface StageOutcome {
  /** In a stable order, whatever the order in which parallel turns ended. */
  readonly turns: readonly TurnRecord[];
  readonly summary: string;
  /** Content of the stage's artifact; absent: the summary. */
  readonly document?: string;
  /** The reviewers still object, or gave no verdict. */
  readonly unresolved: boolean;
}

/** A turn as shown to later turns. */
export function utteranceOf(role: Role, turn: TurnRecord): Utterance {
  const { id: turnId, purpose } = turn;
  const { displayName: speaker, id: roleId } = role;
  return { speaker, roleId, turnId, purpose, text: shownAnswer(turn) };
}
