import type { TurnRecord } from '../../../protocol/records/work.js';
import type { Role } from '../../../protocol/records/organisation.js';
import { toldAnswer } from '../../domain/turn-answers.js';
import type { Utterance } from '../turn/lifecycle/turn-request.js';

/** A turn as later turns are shown it. */
export function utteranceOf(role: Role, turn: TurnRecord): Utterance {
  const { id: turnId, purpose } = turn;
  const { displayName: speaker, id: roleId } = role;
  return { speaker, roleId, turnId, purpose, text: toldAnswer(turn) };
}
