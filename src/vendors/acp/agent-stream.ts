import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { LineSplitter } from '../../platform/process/line-splitter.js';
import type { PipedChild } from '../../platform/process/piped-child.js';
import { anything, lenient } from '../../platform/text/foreign-fields.js';
import { parseForeignJson } from '../../platform/text/foreign-json.js';
import { vendorLimits } from '../vendor-limits.js';

const updateMethod = 'session/update';

const messageSchema = lenient(z.object({ method: lenient(z.string()), id: anything }));

/** Progress updates of an agent. */
type UpdateHandler = (params: unknown) => void;

/**
 * The pipes of an agent as the SDK's stream of messages. Updates are handed to `onUpdate` in their
 * order and before whatever follows them. What is no message, is too much for one, or answers
 * nothing that was asked goes no further. The SDK gets neither: it writes what it cannot
 * understand to the standard error of this service. An agent that writes faster than it is read is
 * slowed down.
 */
export function agentStream(child: PipedChild, onUpdate: UpdateHandler): Stream {
  const asked = new Set<unknown>();
  return {
    readable: new ReadableStream<AnyMessage>({
      start: (controller) =>
        listen(child, controller, (line) => {
          const message = parseMessage(line, asked);
          if (message === undefined) return;
          if ('method' in message && message.method === updateMethod) onUpdate(message.params);
          else controller.enqueue(message);
        }),
      pull: () => void child.stdout.resume(),
      cancel: () => void child.stdout.destroy(),
    }),
    writable: new WritableStream<AnyMessage>({
      write: async (message) => {
        if ('method' in message && 'id' in message) asked.add(message.id);
        // Not waited for until it is read: then what an agent leaves unread would pile up here,
        // where nothing bounds it.
        await Promise.race([child.write(`${JSON.stringify(message)}\n`), setImmediate()]);
      },
    }),
  };
}

function listen(
  child: PipedChild,
  controller: ReadableStreamDefaultController<AnyMessage>,
  line: (text: string) => void,
): void {
  const lines = new LineSplitter(vendorLimits.messageBytes, { line, oversized: () => undefined });
  child.stdout.on('data', (chunk: Buffer) => {
    lines.push(chunk);
    if ((controller.desiredSize ?? 0) <= 0) child.stdout.pause();
  });
  child.stdout.once('end', () => {
    lines.flush();
    close(controller);
  });
  child.stdout.once('close', () => close(controller));
}

/** A call, or the answer to something that was asked and not answered yet. */
function parseMessage(line: string, asked: Set<unknown>): AnyMessage | undefined {
  let message: unknown;
  try {
    message = parseForeignJson(line);
  } catch {
    return undefined;
  }
  const read = messageSchema.parse(message);
  if (read === undefined) return undefined;
  const isCall = read.method !== undefined;
  return isCall || asked.delete(read.id) ? (message as AnyMessage) : undefined;
}

function close(controller: ReadableStreamDefaultController<AnyMessage>): void {
  try {
    controller.close();
  } catch {
    // Closed before, or its reader has left.
  }
}
