import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { patchTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { applyEdits } from './apply-edits.js';
import { readEditableText } from './editable-text.js';
import { staleWrite } from './stale-write.js';
import { parsePatch } from './parse-patch.js';
import type { PatchEdit } from './parse-patch.js';

const maxEdits = 20;

interface ApplyPatchArguments {
  readonly patch: string;
}

/** What a patch makes of one file. */
interface PatchedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly lines: readonly number[];
}

export const applyPatchTool = builtInTool<ApplyPatchArguments>({
  name: 'apply_patch',
  description: [
    'Change several places in existing files at once: all of them, or none when one does not fit.',
    'Format, one marker a line: "*** Update File: <path>", then pairs of a "*** Find:" block and a',
    '"*** Replace:" block. Blocks are literal text; each Find must occur exactly once. At most 20 edits.',
  ].join(' '),
  required: ['patch'],
  properties: { patch: { type: 'string', pattern: '\\S' } },
  readOnly: false,
  run: async ({ patch }, context) => {
    const { edits, problems } = parsePatch(patch);
    if (edits.length > maxEdits) return failure(patchTexts.tooManyEdits(edits.length, maxEdits));
    if (problems.length > 0) return failure(patchTexts.rejected(problems));

    const root = new ConfinedRoot(context.workspaceRoot);
    const prepared = await prepare(root, edits);
    if (prepared.problems.length > 0) return failure(patchTexts.rejected(prepared.problems));
    for (const { path } of prepared.files) {
      const stale = await staleWrite(context, path);
      if (stale !== null) return stale;
    }
    await writeAll(root, prepared.files);
    for (const { path, after } of prepared.files) context.views?.note(path, after);

    const { files } = prepared;
    const places = files.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
    const headline = patchTexts.applied(edits.length, files.length);
    return {
      ok: true,
      content: [headline, ...places].join('\n'),
      preview: headline,
      affectsPaths: files.map(({ path }) => path),
    };
  },
});

async function prepare(
  root: ConfinedRoot,
  edits: readonly PatchEdit[],
): Promise<{ readonly files: readonly PatchedFile[]; readonly problems: readonly string[] }> {
  const files: PatchedFile[] = [];
  const problems: string[] = [];
  for (const [path, ofFile] of await byFile(root, edits, problems)) {
    try {
      const before = await readEditableText(root, path);
      const applied = applyEdits(before, ofFile);
      problems.push(...applied.problems);
      files.push({ path, before, after: applied.text, lines: applied.lines });
    } catch (error) {
      problems.push(refusalOf(error));
    }
  }
  return { files, problems };
}

/** The edits of each file, however differently its path was written. */
async function byFile(
  root: ConfinedRoot,
  edits: readonly PatchEdit[],
  problems: string[],
): Promise<ReadonlyMap<string, PatchEdit[]>> {
  const grouped = new Map<string, PatchEdit[]>();
  for (const edit of edits) {
    try {
      const path = root.relative(await root.checkWritable(edit.path));
      grouped.set(path, [...(grouped.get(path) ?? []), edit]);
    } catch (error) {
      problems.push(refusalOf(error));
    }
  }
  return grouped;
}

/** Writes every file, or puts back those it had written when one cannot be. */
async function writeAll(root: ConfinedRoot, files: readonly PatchedFile[]): Promise<void> {
  const written: PatchedFile[] = [];
  try {
    for (const file of files) {
      await root.write(file.path, file.after);
      written.push(file);
    }
  } catch (error) {
    for (const { path, before } of written) await root.write(path, before);
    throw error;
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof OfficeError) return messageOf(error);
  throw error;
}
