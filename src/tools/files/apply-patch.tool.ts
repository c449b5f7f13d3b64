import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { FileChangedError } from '../../platform/paths/path-errors.js';
import { patchTexts, toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { admit } from '../secrets/admit.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { admitWriting } from './admit-writing.js';
import { changingFiles, noteWritten } from './change-files.js';
import { encodedFor, readEditable, readReplaceable, type EditableFile } from './editable-text.js';
import { findPlaces, rangesOf } from './find-text.js';
import { lineAt } from './line-ends.js';
import { parsePatch, type PatchEdit } from './parse-patch.js';
import { lettersWritten, replacePlaces } from './replace-places.js';
import { changedSince, staleWrite } from './stale-write.js';

const maxEdits = 20;

interface ApplyPatchArguments {
  readonly patch: string;
}

/** The result of a patch for one file. */
interface PatchedFile {
  readonly file: EditableFile;
  readonly after: Buffer;
  readonly lines: readonly number[];
  readonly letters: readonly string[];
}

export const applyPatchTool = builtInTool<ApplyPatchArguments>({
  name: 'apply_patch',
  description: [
    'Change several places in existing files: all, or none when one does not fit. A line',
    '"*** Update File: <path>", then pairs of blocks, each below its line "*** Find:" or "*** Replace:".',
    'Blocks are literal; each Find must occur exactly once. At most 20.',
  ].join(' '),
  required: ['patch'],
  properties: { patch: { type: 'string', pattern: '\\S' } },
  readOnly: false,
  run: async ({ patch }, context) => {
    const { edits, problems } = parsePatch(patch);
    if (edits.length > maxEdits) return failure(patchTexts.tooManyEdits(edits.length, maxEdits));
    if (problems.length > 0) return failure(patchTexts.rejected(problems));

    for (const path of new Set(edits.map((edit) => edit.path))) await admit(context, path);
    const { groups, refusals } = await byFile(new ConfinedRoot(context.workspaceRoot), edits);
    await admitWriting(context, [...groups.keys()], patch);
    return changingFiles(context, [...groups.keys()], async (root) => {
      const prepared = await prepare(context, root, groups, refusals);
      if (!Array.isArray(prepared)) return prepared;
      return (await writeAll(context, root, prepared)) ?? applied(edits.length, prepared);
    });
  },
});

function applied(edits: number, files: readonly PatchedFile[]): ToolResult {
  const places = files.flatMap(({ file, lines }) => lines.map((line) => `${file.path}:${line}`));
  const letters = [...new Set(files.flatMap((one) => one.letters))].map(toolTexts.lettersWritten);
  const headline = patchTexts.applied(edits, files.length);
  return {
    ok: true,
    content: [headline, ...places, ...letters].join('\n'),
    preview: headline,
    affectsPaths: files.map(({ file }) => file.path),
  };
}

/** The new content of each file, or why nothing is written. */
async function prepare(
  context: ToolContext,
  root: ConfinedRoot,
  groups: ReadonlyMap<string, readonly PatchEdit[]>,
  refusals: readonly string[],
): Promise<PatchedFile[] | ToolResult> {
  const files: PatchedFile[] = [];
  const problems = [...refusals];
  for (const [path, edits] of groups) {
    try {
      const file = await readEditable(root, path);
      const applied = await applyEdits(file.text, edits);
      problems.push(...applied.problems);
      files.push({ ...applied, file, after: encodedFor(file, applied.text) });
    } catch (error) {
      problems.push(refusalOf(error));
    }
  }
  if (problems.length > 0) return failure(patchTexts.rejected(problems));
  for (const { file } of files) {
    const stale = staleWrite(context, file);
    if (stale !== null) return stale;
  }
  return files;
}

/** The edits by file, whatever the spelling of its path. */
async function byFile(
  root: ConfinedRoot,
  edits: readonly PatchEdit[],
): Promise<{
  readonly groups: ReadonlyMap<string, readonly PatchEdit[]>;
  readonly refusals: readonly string[];
}> {
  const groups = new Map<string, PatchEdit[]>();
  const refusals: string[] = [];
  for (const edit of edits) {
    try {
      const path = root.relative(await root.checkWritable(edit.path));
      groups.set(path, [...(groups.get(path) ?? []), edit]);
    } catch (error) {
      refusals.push(refusalOf(error));
    }
  }
  return { groups, refusals };
}

/** Writes every file, or restores those already written if one fails. Null: all were written. */
async function writeAll(
  context: ToolContext,
  root: ConfinedRoot,
  files: readonly PatchedFile[],
): Promise<ToolResult | null> {
  const written: PatchedFile[] = [];
  try {
    for (const one of files) {
      await root.write(one.file.path, one.after, one.file.bytes);
      written.push(one);
    }
  } catch (error) {
    const left = await putBack(root, written);
    if (left.length > 0) return { ...failure(patchTexts.notPutBack(left)), affectsPaths: left };
    const changed = files[written.length]?.file;
    if (!(error instanceof FileChangedError) || changed === undefined) throw error;
    return changedSince(context, changed, await readReplaceable(root, changed.path));
  }
  for (const { file, after } of written) noteWritten(context, file.path, after);
  return null;
}

/** @returns the paths that somebody else changed meanwhile, which stay unchanged */
async function putBack(
  root: ConfinedRoot,
  files: readonly PatchedFile[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { file, after } of files) {
    try {
      await root.write(file.path, file.bytes ?? '', after);
    } catch {
      left.push(file.path);
    }
  }
  return left;
}

function refusalOf(error: unknown): string {
  if (error instanceof OfficeError) return messageOf(error);
  throw error;
}

/** Edits of a longer file are made in separate turns of the event loop, UTF-16 units. */
const longText = 256 * 1024;

interface AppliedEdits {
  readonly text: string;
  /** The line of each edit, in the text at the time of that edit. */
  readonly lines: readonly number[];
  readonly problems: readonly string[];
  /** Spellings written as letters although the file contains the character. */
  readonly letters: readonly string[];
}

/**
 * Applies the edits of one file in order. Each searched text must occur exactly once in the file on
 * disk, and still exactly once when its edit is made, so no edit can match what another one wrote.
 */
async function applyEdits(original: string, edits: readonly PatchEdit[]): Promise<AppliedEdits> {
  const problems: string[] = [];
  const lines: number[] = [];
  const letters: string[] = [];
  let text = original;
  for (const { path, find, replace } of edits) {
    if (original.length > longText) await setImmediate();
    const onDisk = findPlaces(original, find).count;
    const places = findPlaces(text, find);
    const [at] = rangesOf(places);
    if (onDisk !== 1) problems.push(patchTexts.findCount(path, find, onDisk));
    else if (at === undefined || places.count > 1) {
      problems.push(patchTexts.findDisturbed(path, find));
    } else {
      const changed = replacePlaces(text, places, replace);
      if ('unclear' in changed) problems.push(patchTexts.spellingUnclear(path, changed.unclear));
      else {
        lines.push(lineAt(text, at.start));
        letters.push(lettersWritten(text, places, replace) ?? '');
        text = changed.text;
      }
    }
  }
  return { text, lines, problems, letters: letters.filter((one) => one !== '') };
}
