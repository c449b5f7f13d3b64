import { pluginCodeTexts } from '../../protocol/texts.js';
import type { ToolArguments, ToolContext } from '../../tools/tool.js';
import type { ToolOutcome } from './messages.js';
import type { PluginProcess } from './plugin-process.js';
import type { WorkspaceAccess } from './workspace-access.js';

export interface PluginCall {
  readonly process: PluginProcess;
  readonly files: WorkspaceAccess;
  readonly name: string;
  readonly args: ToolArguments;
  readonly context: ToolContext;
  readonly limitMs: number;
}

/**
 * One tool call in a plugin's process. A cancelled call comes back at once, whether or not the
 * plugin heeds its signal; what it did not finish by its limit is ended all the same.
 *
 * @throws what the tool threw, or why the process ended.
 */
export async function callInPlugin(call: PluginCall): Promise<ToolOutcome> {
  const { process, files, name, args, context, limitMs } = call;
  const { workspaceRoot, signal } = context;
  const { id, answer } = process.begin(
    { ask: 'run', tool: name, args, workspaceRoot },
    { limitMs, overrun: pluginCodeTexts.toolTimedOut(name, limitMs / 1000) },
  );
  files.open(id, workspaceRoot);
  const cancellation = whenAborted(signal);
  try {
    const outcome = await Promise.race([answer, cancellation.promise]);
    if (outcome === undefined) throw new Error(pluginCodeTexts.badResult);
    const affectsPaths = [...(outcome.affectsPaths ?? []), ...files.close(id)];
    return { ...outcome, affectsPaths };
  } finally {
    cancellation.forget();
    files.close(id);
    if (signal.aborted) process.note({ abort: id });
    answer.catch(() => undefined);
  }
}

function whenAborted(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let forget = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    const cancel = (): void => reject(new Error(pluginCodeTexts.toolCancelled));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    forget = () => signal.removeEventListener('abort', cancel);
  });
  return { promise, forget };
}
