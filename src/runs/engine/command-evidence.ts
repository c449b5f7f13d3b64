import { z } from 'zod';
import { clip } from '../../platform/text/clip.js';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';
import type { CommandEvidence, TurnRecord } from '../../protocol/records/work.js';

const commandCharacters = 500;
const commandsShown = 200;

const shellArguments = z.looseObject({ command: z.string() });

/**
 * The commands that were run, taken only from recorded tool calls. The latest 200, oldest first.
 */
export function commandEvidence(turns: readonly TurnRecord[]): readonly CommandEvidence[] {
  return turns
    .flatMap(({ id, roleId, toolCalls }) =>
      toolCalls.flatMap(({ name, argumentsJson, status, resultPreview }) => {
        const command = name === 'run_shell' ? commandIn(argumentsJson) : null;
        if (command === null || status === 'denied') return [];
        const succeeded = status === 'ok';
        return [{ turnId: id, roleId, command, succeeded, outcome: resultPreview }];
      }),
    )
    .slice(-commandsShown);
}

/** Null if the arguments contain no command. */
function commandIn(argumentsJson: string): string | null {
  const { data } = shellArguments.safeParse(parsedOrUndefined(argumentsJson));
  return data === undefined ? null : clip(data.command, commandCharacters, '…');
}
