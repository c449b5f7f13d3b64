import type { TurnRecord } from '../../../protocol/records/work.js';
import type { Role } from '../../../protocol/records/organisation.js';
import type { Utterance } from '../turn/lifecycle/turn-request.js';

/** The texts of several turns as one document, a heading for each turn that said something. */
export function joinTexts(turns: readonly TurnRecord[]): string {
  return turns
    .filter((turn) => turn.text !== '')
    .map((turn) => `## ${turn.employeeId}: ${turn.purpose}\n\n${turn.text}`)
    .join('\n\n');
}

/** A turn as later turns are shown it. */
export function utteranceOf(role: Role, turn: TurnRecord): Utterance {
  const { id: turnId, purpose, text } = turn;
  return { speaker: role.displayName, roleId: role.id, turnId, purpose, text };
}
