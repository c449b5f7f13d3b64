import type { Role } from '#protocol/records/organisation.js';
import type { StageRun, TurnRecord } from '#protocol/records/work.js';
import type { Knowledge } from '../knowledge.js';
import { toldAnswer } from './turn-answers.js';
import type { SpeechPlan, Utterance } from '../turn/lifecycle/turn-request.js';

/** A turn as the code of a stage asks for it. */
export interface StageTurn {
  /** Stable inside the stage: `r1/cto`. */
  readonly key: string;
  readonly role: Role;
  readonly purpose: string;
  readonly turnIndex: number;
  readonly knowledge: Knowledge;
  readonly transcript?: readonly Utterance[];
  readonly speech?: SpeechPlan;
  /** The answer ends with a verdict. */
  readonly asksVerdict?: true;
  /** Step key of a turn of the employee, whose conversation goes on. */
  readonly continues?: string | undefined;
}

/**
 * What the code of a stage may do: ask for turns, which are memoised steps, and look at the money
 * and at the operator between them. So the code is ordinary and can be run again after a crash.
 */
export interface StageContext {
  readonly stage: StageRun;
  /** The stage's roles that the floor has, in the order of the pipeline. */
  readonly participants: readonly Role[];
  /** What the run knew when the stage began. */
  readonly knowledge: Knowledge;
  /**
   * The turn, or the last of several when the employee handed over to itself. Null:
   * the turn was refused by the role's cap, or the run was cancelled before it began.
   */
  turn(request: StageTurn): Promise<TurnRecord | null>;
  /** Step key of the latest turn of an employee whose conversation may go on; undefined: none. */
  conversationOf(roleId: string): string | undefined;
  /** A role of the floor that is not in the stage; undefined when it has left. */
  roleOf(roleId: string): Role | undefined;
  /**
   * Whether the stage must stop before it asks for these turns: cancelled, or no money left. Never
   * before one that has begun: a stage that is run again stops where it stopped, or gets further.
   */
  mustStop(...nextKeys: readonly string[]): boolean;
}

/** What the code of a stage answers. */
export interface StageOutcome {
  /** In a stable order, whatever the order in which parallel turns ended. */
  readonly turns: readonly TurnRecord[];
  readonly summary: string;
  /** What the artifact of the stage holds; absent: the summary. */
  readonly document?: string;
  /** The reviewers still object, or gave no verdict. */
  readonly unresolved: boolean;
}

/** A turn as later turns are shown it. */
export function utteranceOf(role: Role, turn: TurnRecord): Utterance {
  const { id: turnId, purpose } = turn;
  const { displayName: speaker, id: roleId } = role;
  return { speaker, roleId, turnId, purpose, text: toldAnswer(turn) };
}
