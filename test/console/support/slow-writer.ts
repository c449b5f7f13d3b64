import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider in the dialect of chat completions whose one answer is written by the test. */
export interface SlowWriter {
  readonly baseUrl: string;
  /** Waits for the next request, and begins its answer. */
  asked(): Promise<void>;
  write(text: string): void;
  end(): void;
  close(): Promise<void>;
}

export async function startSlowWriter(): Promise<SlowWriter> {
  const waiting: ServerResponse[] = [];
  let arrived = (): void => undefined;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    waiting.push(response);
    arrived();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  let answer: ServerResponse | null = null;
  const send = (delta: object, finish: string | null, more: object = {}) =>
    answer?.write(
      `data: ${JSON.stringify({
        id: 'a',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'gpt',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })}\n\n`,
    );
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: async () => {
      if (waiting.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
      answer = waiting.shift() ?? null;
      send({ role: 'assistant', content: '' }, null);
    },
    write: (content) => void send({ content }, null),
    end: () => {
      send({}, 'stop', { usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } });
      answer?.end('data: [DONE]\n\n');
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close').catch(() => undefined);
    },
  };
}
