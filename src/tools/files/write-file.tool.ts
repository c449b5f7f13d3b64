import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { readEditableText } from './editable-text.js';
import { staleWrite } from './stale-write.js';

interface WriteFileArguments {
  readonly path: string;
  readonly content: string;
  readonly append: boolean;
}

export const writeFileTool = builtInTool<WriteFileArguments>({
  name: 'write_file',
  description: 'Write a whole text file, replacing what was there. Missing directories are made.',
  required: ['path', 'content'],
  properties: {
    path: { type: 'string', minLength: 1 },
    content: { type: 'string' },
    append: {
      type: 'boolean',
      default: false,
      description: 'Go on behind what the file has.',
    },
  },
  readOnly: false,
  run: async ({ path, content, append }, context) => {
    const root = new ConfinedRoot(context.workspaceRoot);
    await root.checkWritable(path);
    const stale = await staleWrite(context, path);
    if (stale !== null) return stale;
    const text = append ? (await readEditableText(root, path)) + content : content;
    const written = await root.write(path, text);
    context.views?.note(written, text);
    const bytes = Buffer.byteLength(content);
    const message = append ? toolTexts.appended(written, bytes) : toolTexts.wrote(written, bytes);
    return { ok: true, content: message, preview: message, affectsPaths: [written] };
  },
});
