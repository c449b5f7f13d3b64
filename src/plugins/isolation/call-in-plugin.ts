import { messageOf } from '../../platform/errors/error-text.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import type { ToolArguments, ToolContext } from '../../tools/tool.js';
import type { ToolOutcome } from './messages.js';
import { PluginInterruptedError } from './pending-asks.js';
import type { PluginProcess } from './plugin-process.js';
import type { WorkspaceAccess } from './workspace-access.js';

interface PluginCall {
  readonly process: PluginProcess;
  readonly files: WorkspaceAccess;
  readonly name: string;
  readonly args: ToolArguments;
  readonly context: ToolContext;
  readonly limitMs: number;
  /** Called when the code was interrupted. */
  readonly onInterrupted: (text: string) => void;
}

/**
 * A tool call in a plugin's process. A cancelled call returns at once, whether or not the plugin
 * heeds its signal; unfinished work is ended at its limit. Written files are reported in every
 * case.
 *
 * @throws the tool's error, or why the process ended, unless it has written files.
 */
export async function callInPlugin(call: PluginCall): Promise<ToolOutcome> {
  const { process, files, name, args, context, limitMs } = call;
  const { workspaceRoot, signal } = context;
  const { id, answer } = process.begin(
    { ask: 'run', tool: name, args, workspaceRoot },
    { limitMs, overrun: pluginCodeTexts.toolTimedOut(name, limitMs / 1000) },
  );
  files.open(id, context);
  const cancellation = whenAborted(signal);
  try {
    const outcome = await Promise.race([answer, cancellation.promise]);
    if (outcome === undefined) throw new Error(pluginCodeTexts.badResult);
    return {
      ...outcome,
      affectsPaths: [...(outcome.affectsPaths ?? []), ...(await files.close(id))],
    };
  } catch (error) {
    const told = inWords(error, pluginCodeTexts.toolInterrupted(name, limitMs / 1000));
    if (told instanceof PluginInterruptedError) call.onInterrupted(told.message);
    const affectsPaths = await files.close(id);
    if (affectsPaths.length === 0) throw told;
    return { ok: false, content: toolTexts.crashed(name, messageOf(told)), affectsPaths };
  } finally {
    cancellation.forget();
    if (signal.aborted) void process.note({ abort: id });
    answer.catch(() => undefined);
  }
}

/** Adds words to an interruption, which has none. */
function inWords(error: unknown, interruption: string): unknown {
  if (!(error instanceof PluginInterruptedError)) return error;
  return new PluginInterruptedError(interruption, { cause: error });
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
