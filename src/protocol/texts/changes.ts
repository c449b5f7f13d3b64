import { quoted, some } from './format.js';

const shownPaths = 20;

/** Texts about all changes of a run. */
export const changesTexts = {
  notShown: (runId: string, reason: string) =>
    `The change of run "${runId}" cannot be shown: ${reason}`,
  tooLarge: (runId: string) =>
    `The patch of run "${runId}" is too large: git did not make it in time. ` +
    'The list of its files is whole.',
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
