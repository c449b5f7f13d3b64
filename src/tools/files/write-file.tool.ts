import type { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { encodingNames, toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { admitWriting } from './admit-writing.js';
import { changingFiles, putText } from './change-files.js';
import { readEditable, readReplaceable, type StandingFile } from './editable-text.js';
import { withEndsOf } from './line-ends.js';
import { rewritten } from './replace-places.js';
import { staleWrite } from './stale-write.js';

interface WriteFileArguments {
  readonly path: string;
  readonly content: string;
  readonly append: boolean;
}

const byteOrderMark = '\ufeff';

export const writeFileTool = builtInTool<WriteFileArguments>({
  name: 'write_file',
  description: 'Write a whole text file; missing directories are made.',
  required: ['path', 'content'],
  properties: {
    path: { type: 'string', minLength: 1 },
    content: { type: 'string' },
    append: { type: 'boolean', default: false },
  },
  readOnly: false,
  run: async ({ path, content, append }, context) => {
    await admitWriting(context, [path], content);
    return changingFiles(context, [path], (root) =>
      append ? goOn(context, root, path, content) : replace(context, root, path, content),
    );
  },
});

async function replace(
  context: ToolContext,
  root: ConfinedRoot,
  path: string,
  content: string,
): Promise<ToolResult> {
  const file = await readReplaceable(root, path);
  const stale = staleWrite(context, file);
  if (stale !== null) return stale;
  const marked = file.format.hasBom && content.startsWith(byteOrderMark);
  const text = marked ? content.slice(byteOrderMark.length) : content;
  const after = file.text === null ? { text } : rewritten(file.text, text);
  if ('unclear' in after) return failure(toolTexts.spellingUnclear(path, after.unclear));
  const written = await putText(context, root, file, after.text);
  if ('ok' in written) return written;
  return done(file, toolTexts.wrote(file.path, written.bytes, encodingName(file)));
}

async function goOn(
  context: ToolContext,
  root: ConfinedRoot,
  path: string,
  content: string,
): Promise<ToolResult> {
  const file = await readEditable(root, path);
  const stale = staleWrite(context, file);
  if (stale !== null) return stale;
  const written = await putText(context, root, file, file.text + withEndsOf(file.text, content));
  if ('ok' in written) return written;
  const added = written.bytes - (file.bytes?.length ?? 0);
  return done(file, toolTexts.appended(file.path, added, encodingName(file)));
}

function encodingName({ format }: StandingFile): string {
  return encodingNames[format.encoding];
}

function done({ path }: StandingFile, message: string): ToolResult {
  return { ok: true, content: message, preview: message, affectsPaths: [path] };
}
