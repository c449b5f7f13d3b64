import { builtInTool } from '../built-in-tool.js';

interface ThinkArguments {
  readonly note: string;
}

export const thinkTool = builtInTool<ThinkArguments>({
  name: 'think',
  description: 'Write down a thought before acting; nobody else reads it.',
  required: ['note'],
  properties: { note: { type: 'string', minLength: 1 } },
  readOnly: true,
  run: async () => ({ ok: true, content: 'Noted.' }),
});
