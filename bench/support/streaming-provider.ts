import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pause between two pieces of an answer, ms; a fast model writes 75 tokens a second. */
const pieceMs = 20;
const pieceCharacters = 6;
const paragraph = [
  '## What was found',
  'The parts are **small** and know little of each other; `the border` between them is written down, and so two people can build them at the same time.',
  '- one thing after another\n- what failed, and why\n- what is left to do',
  '```ts\nexport function sum(all: readonly number[]): number {\n  return all.reduce((one, other) => one + other, 0);\n}\n```',
].join('\n\n');
const text = `${paragraph}\n\n`;

/** A stand-in for a provider of models, in the dialect of chat completions, that writes without end. */
export interface StreamingProvider {
  readonly baseUrl: string;
  /** Number of answers being written. */
  readonly writing: number;
  /** Ends all answers; those that begin later end after their first piece. */
  finish(): void;
  close(): Promise<void>;
}

export async function startStreamingProvider(): Promise<StreamingProvider> {
  const answers = new Map<ServerResponse, number>();
  let isOver = false;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    send(response, { role: 'assistant', content: 'I begin. ' });
    answers.set(response, 0);
    response.on('close', () => answers.delete(response));
    if (isOver) end(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pace = setInterval(() => {
    for (const [response, at] of answers) {
      const content = (text + text).slice(at, at + pieceCharacters);
      send(response, { content });
      answers.set(response, (at + pieceCharacters) % text.length);
    }
  }, pieceMs);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get writing() {
      return answers.size;
    },
    finish: () => {
      isOver = true;
      for (const response of answers.keys()) end(response);
      answers.clear();
    },
    close: async () => {
      clearInterval(pace);
      server.closeAllConnections();
      server.close();
      await once(server, 'close').catch(() => undefined);
    },
  };
}

function send(
  response: ServerResponse,
  delta: object,
  finish: string | null = null,
  more: object = {},
): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'a', object: 'chat.completion.chunk', created: 1, model: 'gpt', choices };
  response.write(`data: ${JSON.stringify({ ...chunk, ...more })}\n\n`);
}

function end(response: ServerResponse): void {
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  send(response, {}, 'stop', { usage });
  response.end('data: [DONE]\n\n');
}
