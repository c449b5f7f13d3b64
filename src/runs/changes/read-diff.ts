import { limits } from '../../protocol/limits.js';
import type { FileDiff, TurnDiff } from '../../protocol/records/file-changes.js';
import { readChanges, sectionsOf, sectionStart } from './diff-commands.js';

/** The sections of a patch, one by one. Only a line feed ends a line. */
function splitSections(patch: string): readonly string[] {
  const sections: string[] = [];
  for (let from = 0; from < patch.length;) {
    const next = patch.indexOf(`\n${sectionStart}`, from);
    const end = next === -1 ? patch.length : next + 1;
    sections.push(patch.slice(from, end));
    from = end;
  }
  return sections;
}

/** The sections of a patch, without the last one if the patch is cut. */
export function wholeSections(patch: string, isCut: boolean): readonly string[] {
  return isCut ? splitSections(patch).slice(0, -1) : splitSections(patch);
}

/**
 * Git's list of changes as records with patches, which together have at most 20,000 characters:
 * small ones first; one that does not fit is left out whole.
 *
 * @param sections patches of the same files; the last ones may be missing
 * @param more files were left out already
 */
export function readDiff(
  listed: string,
  sections: readonly string[],
  more: boolean,
): Pick<TurnDiff, 'files' | 'truncated'> {
  let at = 0;
  const whole = readChanges(listed).map(({ path, kind, added, removed }) => {
    const own = sections.slice(at, (at += sectionsOf(kind)));
    const patch = own.length === sectionsOf(kind) ? own.join('') : '';
    return { path, added: added ?? 0, removed: removed ?? 0, patch };
  });
  const fitting = thatFit(whole);
  const files = whole.map((file) => (fitting.has(file) ? file : { ...file, patch: '' }));
  return { files, truncated: more || files.some(({ patch }) => patch === '') };
}

function thatFit(files: readonly FileDiff[]): ReadonlySet<FileDiff> {
  let room: number = limits.diffCharacters;
  return new Set(
    files
      .toSorted((a, b) => a.patch.length - b.patch.length)
      .filter(({ patch }) => (room -= patch.length) >= 0),
  );
}
