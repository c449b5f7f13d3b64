import { shownName } from '#platform/paths/shown-name.js';
import type { ApprovedFile } from '#protocol/records/approval-parts.js';
import type { Approval } from '#protocol/records/work.js';
import { approvedFileTexts } from '#protocol/texts/approved-files.js';
import { changedSinceYes } from '#runs/approvals/decide-approval.js';
import type { ApprovalAsk } from '#tools/tool.js';
import type { RunSession } from './journal/run-session.js';

const packages = 'node_modules/';

/** Paths that a run has changed, as far as recorded; a directory ends with `/`. */
export function writtenIn(session: RunSession): readonly string[] {
  const ofTurns = session
    .settledTurns()
    .flatMap(([, turn]) => [...turn.wroteFiles, ...(turn.diff?.unrecorded ?? [])]);
  const ofCalls = session
    .endedCalls()
    .flatMap(({ record, trees }) => [...record.affectsPaths, ...(trees?.unrecorded ?? [])]);
  return [...new Set([...ofTurns, ...ofCalls])];
}

/** Adds to a question which files a yes to it is bound to, and which of them have changed. */
export function withFiles(
  ask: ApprovalAsk,
  given: Iterable<Approval>,
  written: readonly string[],
): ApprovalAsk {
  const { files = [] } = ask;
  const bound = files.flatMap(({ path, hash }) => (hash === null ? [] : [path]));
  const changed = changedByRun(files, written);
  const since = changedSinceYes(given, ask);
  const words = [
    ask.touches ?? '',
    bound.length > 0 ? approvedFileTexts.bound(bound.map(shownName)) : '',
    changed.length > 0 ? approvedFileTexts.changedByRun(changed.map(shownName)) : '',
    since.length > 0 ? approvedFileTexts.changedSince(since.map(shownName)) : '',
  ].filter((text) => text !== '');
  return words.length === 0 ? ask : { ...ask, touches: words.join(' ') };
}

/** Which of the files, and of the package folders that they may load, a run has changed. */
function changedByRun(
  files: readonly ApprovedFile[],
  written: readonly string[],
): readonly string[] {
  if (files.length === 0) return [];
  const own = files.filter(({ path, hash }) =>
    written.some((one) => one === path || (hash !== null && isBelow(path, one))),
  );
  const folders = written.flatMap((path) => {
    const at = `/${path}`.indexOf(`/${packages}`);
    return at < 0 ? [] : [path.slice(0, at) + packages];
  });
  return [...new Set([...own.map(({ path }) => path), ...folders])];
}

function isBelow(path: string, folder: string): boolean {
  return folder.endsWith('/') && path.startsWith(folder);
}
