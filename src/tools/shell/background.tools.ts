import { terminalText } from '../../platform/text/terminal-text.js';
import { resultTexts, backgroundTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { pageCharacters, textPage } from '../results/result-pages.js';
import type { Tool, ToolResult } from '../tool.js';
import type { BackgroundCommand, BackgroundCommands } from './background-commands.js';

const idSchema = { type: 'string', minLength: 1 } as const;

interface ShellOutputArguments {
  readonly id: string;
  readonly offset?: number;
  readonly waitMs: number;
}

/** The output and state of a background command. */
export function shellOutputTool(commands: BackgroundCommands): Tool {
  return builtInTool<ShellOutputArguments>({
    name: 'shell_output',
    description: 'Read the output of a background command: its end, or from offset on.',
    required: ['id'],
    properties: {
      id: idSchema,
      offset: { type: 'integer', minimum: 0 },
      waitMs: {
        type: 'integer',
        minimum: 0,
        maximum: 30_000,
        default: 0,
        description: 'For more output, at most 30000.',
      },
    },
    readOnly: true,
    run: async ({ id, offset, waitMs }, { stageId = '' }) => {
      const command = commands.find(id, stageId);
      if (command === undefined) return failure(backgroundTexts.gone(id));
      await command.waitFor(offset ?? command.length, waitMs);
      return outputOf(command, offset ?? Math.max(0, command.length - pageCharacters));
    },
  });
}

/** Ends a background command. */
export function shellStopTool(commands: BackgroundCommands): Tool {
  return builtInTool<{ readonly id: string }>({
    name: 'shell_stop',
    description: 'End a background command.',
    required: ['id'],
    properties: { id: idSchema },
    readOnly: true,
    run: async ({ id }, { stageId = '' }) => {
      const command = commands.find(id, stageId);
      if (command === undefined) return failure(backgroundTexts.gone(id));
      await command.stop();
      const last = outputOf(command, Math.max(0, command.length - pageCharacters));
      return { ...last, ok: true };
    },
  });
}

/** The state of a command and its output from an offset. */
export function outputOf(command: BackgroundCommand, offset: number): ToolResult {
  const { id, end } = command;
  const state =
    end === null
      ? backgroundTexts.running(id)
      : toolTexts.exitCode(end.code ?? 1) + (end.signal ? toolTexts.exitSignal(end.signal) : '');
  const { text, offset: start } = command.from(offset);
  const page = textPage(text, 0);
  const next = start + page.text.length;
  const before = start > 0 ? [backgroundTexts.earlier(start)] : [];
  const note = page.left > 0 ? [resultTexts.moreCharacters(page.left, next)] : [];
  const said = terminalText(page.text).trimEnd() || '(no output)';
  return {
    ok: end === null || end.code === 0,
    content: [state, ...before, said, ...note].join('\n'),
    preview: state,
  };
}
