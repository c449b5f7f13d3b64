import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { readEditableText } from './editable-text.js';
import { staleWrite } from './stale-write.js';
import { findText, lineAt, replaceRanges } from './find-text.js';

interface EditFileArguments {
  readonly path: string;
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

export const editFileTool = builtInTool<EditFileArguments>({
  name: 'edit_file',
  description:
    'Replace text in a file. oldString is literal, with its exact whitespace, and must occur exactly once, unless replaceAll is set. Line ends are kept.',
  required: ['path', 'oldString', 'newString'],
  properties: {
    path: { type: 'string', minLength: 1 },
    oldString: { type: 'string', minLength: 1 },
    newString: { type: 'string' },
    replaceAll: { type: 'boolean', default: false },
  },
  readOnly: false,
  run: async ({ path, oldString, newString, replaceAll }, context) => {
    const root = new ConfinedRoot(context.workspaceRoot);
    await root.checkWritable(path);
    const stale = await staleWrite(context, path);
    if (stale !== null) return stale;
    const text = await readEditableText(root, path);
    const found = findText(text, oldString);
    const [first] = found;
    if (first === undefined) return failure(toolTexts.textNotFound(path));
    if (found.length > 1 && !replaceAll) {
      return failure(toolTexts.textNotUnique(path, found.length));
    }
    const changed = replaceRanges(text, found, newString);
    const written = await root.write(path, changed);
    context.views?.note(written, changed);
    const message = toolTexts.edited(written, found.length, lineAt(text, first.start));
    return { ok: true, content: message, preview: message, affectsPaths: [written] };
  },
});
