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
 * An agent's pipes as a message stream for the SDK. Updates are passed to `onUpdate` in order and
 * before later messages. Lines that are not messages, exceed the limits, or answer nothing are
 * dropped, because the SDK would write them to this service's standard error. A fast agent is
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
        // Not awaited until it is read: otherwise unread messages would pile up here without a
        // limit.
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

/** A call, or the answer to an open request. */
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
    // Already closed, or its reader has left.
  }
}
