import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { anything, lenient } from '#platform/text/foreign-fields.js';
import { type Answer, chunksOf, completionOf, errorOf, saysSomething } from './answer.js';
import type { CallFolder } from './call-folder.js';
import { modelOf, sizeOf } from './request-text.js';

const body = z.looseObject({
  stream: anything,
  stream_options: lenient(z.object({ include_usage: anything })),
});

type Body = z.output<typeof body>;

/** Called with what a person at the files should know. */
export type PrintLine = (line: string) => void;

/** A vendor of the OpenAI dialect, on the loopback, whose answers are read from files. */
export class VendorByHand {
  private constructor(
    private readonly server: Server,
    private readonly folder: CallFolder,
    private readonly models: readonly string[],
    private readonly tell: PrintLine,
  ) {
    server.on('request', (request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        this.tell(`A request could not be served: ${String(error)}`);
        response.destroy();
      });
    });
  }

  /** @throws when the port cannot be had */
  static async listen(
    port: number,
    folder: CallFolder,
    models: readonly string[],
    tell: PrintLine,
  ): Promise<VendorByHand> {
    await folder.make();
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new VendorByHand(server, folder, models, tell);
  }

  get baseUrl(): string {
    const address: string | AddressInfo | null = this.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return `http://127.0.0.1:${port ?? 0}/v1`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?');
    const route = `${request.method} ${path.replace(/^\/v1(?=\/)/, '')}`;
    if (route === 'GET /models') {
      const data = this.models.map((id) => ({ id, object: 'model', owned_by: 'by-hand' }));
      return send(response, 200, { object: 'list', data });
    }
    if (route !== 'POST /chat/completions') {
      return send(response, 404, errorOf({ status: 404, message: `no ${route}`, headers: {} }));
    }
    const read = body.safeParse(await json(request).catch(() => undefined));
    if (read.success) return this.complete(read.data, response);
    const message = 'The body is no JSON object.';
    send(response, 400, errorOf({ status: 400, message, headers: {} }));
  }

  /** Nothing is sent before the answer is there: it may be an error with a status of its own. */
  private async complete(asked: Body, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.on('close', () => left.abort());
    const number = await this.folder.add(asked);
    const { messages, tools } = sizeOf(asked);
    this.tell(`${number} ${modelOf(asked)}: ${messages} characters of messages, ${tools} of tools`);
    let answer: Answer;
    try {
      answer = await this.folder.answered(number, left.signal, (why) =>
        this.tell(`${this.folder.answerPath(number)} cannot be read: ${why}`),
      );
    } catch (error) {
      if (!left.signal.aborted) throw error;
      await this.folder.leave(number);
      return this.tell(`${number} was left by its client.`);
    }
    this.tell(`${number} is answered.`);
    answerWith(answer, asked, number, response);
  }
}

function answerWith(answer: Answer, asked: Body, number: string, response: ServerResponse): void {
  const about = {
    number,
    model: modelOf(asked),
    characters: JSON.stringify(asked).length,
    streamsUsage: asked.stream_options?.include_usage === true,
  };
  const { error } = answer;
  const streams = asked.stream === true;
  if (error !== undefined && !(streams && saysSomething(answer))) {
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    return send(response, error.status, errorOf(error));
  }
  if (!streams) return send(response, 200, completionOf(answer, about));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunksOf(answer, about)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end(error === undefined ? 'data: [DONE]\n\n' : undefined);
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
