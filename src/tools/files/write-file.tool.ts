import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { staleWrite } from './stale-write.js';

interface WriteFileArguments {
  readonly path: string;
  readonly content: string;
}

export const writeFileTool = builtInTool<WriteFileArguments>({
  name: 'write_file',
  description:
    'Write a whole text file in the workspace, replacing what was there. Missing directories are made.',
  required: ['path', 'content'],
  properties: {
    path: { type: 'string', minLength: 1, description: 'File, relative to the workspace root.' },
    content: { type: 'string', description: 'The complete new content.' },
  },
  readOnly: false,
  run: async ({ path, content }, context) => {
    const root = new ConfinedRoot(context.workspaceRoot);
    await root.checkWritable(path);
    const stale = await staleWrite(context, path);
    if (stale !== null) return stale;
    const written = await root.write(path, content);
    context.views?.note(written, content);
    const message = toolTexts.wrote(written, Buffer.byteLength(content));
    return { ok: true, content: message, preview: message, affectsPaths: [written] };
  },
});
