import type { ChangeSide } from '../records/enums.js';
import { quoted, some } from './format.js';

const shownPaths = 20;

/** Texts about all changes of a run. */
export const changesTexts = {
  notShown: (runId: string, reason: string) =>
    `The change of run "${runId}" cannot be shown: ${reason}`,
  tooLarge: (runId: string) =>
    `The patch of run "${runId}" is too large: git did not make it in time. ` +
    'The list of its files is whole.',
  noSide: (path: string, side: ChangeSide) =>
    `${quoted(path)} did not exist ${side === 'old' ? 'before' : 'after'} the change.`,
  notText: (path: string) => `${quoted(path)} is no text.`,
  badLines: '"from" and "to" must be numbers of lines, from 1, the smaller one first.',
  pathRequired: 'A "path" of the change is required.',
  badSince: '"since" must be a version of the change.',
  sinceGone: (runId: string) =>
    `What run "${runId}" had changed at that version is not kept any more; its whole change may be.`,
  /** Stands in place of a patch. */
  noText: 'It is no text.',
  noFile: (runId: string, path: string) => `Run "${runId}" did not change ${quoted(path)}.`,
  others: (paths: readonly string[]) =>
    `Others changed these files between turns of the run; what they did is part of the change: ${some(paths, shownPaths)}`,
  unrecorded: (paths: readonly string[]) => `Changed, but not recorded: ${some(paths, shownPaths)}`,
  turnsShortened:
    'The records keep 20,000 characters of patches of a turn; those of some files are left out. ' +
    'Without --turns the change is whole.',
} as const;
