import { limits } from '../../protocol/limits.js';
import type { RunDeed } from '../../protocol/records/evidence.js';
import { clip } from '../../platform/text/clip.js';

/** The doer: a person, with the name that the client gives. */
export function byPerson(name = ''): Pick<RunDeed, 'by' | 'byName'> {
  const byName = clip(name.trim(), limits.approverNameCharacters);
  return { by: 'person', ...(byName !== '' && { byName }) };
}

/** The last revert that was not taken back. */
export function standingRevert(deeds: readonly RunDeed[]): RunDeed | undefined {
  return deeds.findLast(({ kind, undone }) => kind === 'reverted' && undone === undefined);
}

/**
 * The deeds with a further one; a redo takes back the last revert and earlier reverts of the same
 * files.
 */
export function withDeed(deeds: readonly RunDeed[], deed: RunDeed): readonly RunDeed[] {
  const ended = deed.kind === 'redone' ? standingRevert(deeds) : undefined;
  if (ended === undefined) return [...deeds, deed];
  const isEnded = ({ kind, undone, turnId }: RunDeed) =>
    kind === 'reverted' &&
    undone === undefined &&
    (ended.turnId === undefined || turnId === ended.turnId);
  return [...deeds.map((each) => (isEnded(each) ? { ...each, undone: deed.at } : each)), deed];
}
