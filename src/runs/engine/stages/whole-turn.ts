import type { Role } from '../../../protocol/records/organisation.js';
import type { TurnRecord } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts/runs.js';
import { answerOf, handsOver } from '../../domain/turn-answers.js';

/**
 * Several turns in which an employee went on from its own hand-over, as the one turn that the stage
 * asked for. Work that is still handed over, or whose continuation failed, is marked unfinished.
 */
export function wholeTurn(role: Role, parts: readonly TurnRecord[]): TurnRecord {
  const last = parts.at(-1);
  if (last === undefined) throw new Error('there is no turn');
  const wroteFiles = [...new Set(parts.flatMap((turn) => turn.wroteFiles))];
  const toldLast = parts.findLast(({ status }) => status === 'done') ?? last;
  const reason = unfinished(role, parts.length, last);
  if (reason === null || toldLast.status !== 'done') return { ...last, wroteFiles };
  const text = `${reason}\n\n${answerOf(toldLast)}`;
  return { ...toldLast, wroteFiles, text, answerFrom: 0 };
}

/** Why the work is not finished; null: it is, or it is a single turn that failed. */
function unfinished({ displayName }: Role, count: number, last: TurnRecord): string | null {
  if (handsOver(last)) return runTexts.unfinished(displayName, count);
  if (count === 1 || last.status === 'done') return null;
  return runTexts.unfinishedBy(displayName, last.error ?? '');
}
