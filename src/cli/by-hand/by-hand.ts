import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { anything, lenient } from '../../platform/text/foreign-fields.js';
import { exitCodes } from '../exit-codes.js';
import type { ByHandArguments } from '../models-arguments.js';
import type { Output } from '../output.js';
import { printable } from '../printable.js';
import { type Answer, chunksOf, completionOf, errorOf, saysSomething } from './answer.js';
import { type Call, CallFolder } from './call-folder.js';
import { modelOf, showRequest, sizeOf } from './request-text.js';
import { sumOf } from '../../protocol/rules/sum-of.js';

const body = z.looseObject({
  stream: anything,
  stream_options: lenient(z.object({ include_usage: anything })),
});

const betweenLooksMs = 200;

/** A model whose answers are written by hand. @returns the exit code */
export async function byHand(
  args: ByHandArguments,
  out: Output,
  interrupt: AbortSignal,
): Promise<number> {
  const folder = new CallFolder(args.folder);
  if (args.action === 'serve') return serve(args, folder, out, interrupt);
  await folder.make();
  if (args.action === 'next') return next(args, folder, out, interrupt);
  await report(folder, out);
  return exitCodes.done;
}

async function serve(
  { port, models }: ByHandArguments,
  folder: CallFolder,
  out: Output,
  interrupt: AbortSignal,
): Promise<number> {
  const provider = await ProviderByHand.listen(port, folder, models, (line) =>
    out.say(printable(line)),
  );
  out.say(
    `${provider.baseUrl} answers from ${folder.path} as ${models.join(', ')}. Ctrl-C ends it.`,
  );
  if (!interrupt.aborted) await once(interrupt, 'abort');
  await provider.close();
  await report(folder, out);
  return exitCodes.done;
}

/** Prints the oldest request that no reader has yet, and claims it. @returns 1 where there is none */
async function next(
  { waitSeconds, whole }: ByHandArguments,
  folder: CallFolder,
  out: Output,
  interrupt: AbortSignal,
): Promise<number> {
  const waited = AbortSignal.timeout(waitSeconds * 1000);
  for (;;) {
    const free = (await folder.calls()).filter(
      ({ state, isClaimed }) => state === 'waiting' && !isClaimed,
    );
    for (const [index, call] of free.entries()) {
      if (!(await folder.claim(call.number))) continue;
      await show(call, free.slice(index + 1), folder, whole, out);
      return exitCodes.done;
    }
    if (interrupt.aborted) return exitCodes.interrupted;
    if (waited.aborted || waitSeconds === 0) {
      out.say('Nothing waits.');
      return exitCodes.failed;
    }
    await sleep(betweenLooksMs);
  }
}

async function show(
  { number }: Call,
  others: readonly Call[],
  folder: CallFolder,
  whole: boolean,
  out: Output,
): Promise<void> {
  const body = await folder.request(number);
  const seen = await folder.seen();
  const shown = showRequest(number, body, whole ? {} : seen);
  await folder.remember({ ...shown.seen, ...seen });
  const also = others.map((other) => other.number).join(', ');
  out.show({ number, answer: folder.answerPath(number), request: body }, () => [
    ...shown.lines.map(printable),
    '',
    `----- The answer goes to ${folder.answerPath(number)}`,
    ...(also === '' ? [] : [`Also waiting: ${also}`]),
  ]);
}

async function report(folder: CallFolder, out: Output): Promise<void> {
  const calls = await folder.calls();
  const requests = await Promise.all(calls.map(({ number }) => folder.request(number)));
  const answers = await Promise.all(
    calls.filter(({ state }) => state === 'answered').map(({ number }) => folder.answer(number)),
  );
  const sizes = requests.map(sizeOf);
  const models = Map.groupBy(requests, modelOf);
  const counts = {
    calls: calls.length,
    answered: answers.length,
    errors: answers.filter((one) => typeof one !== 'string' && one.error !== undefined).length,
    waiting: calls.filter(({ state }) => state === 'waiting').length,
    left: calls.filter(({ state }) => state === 'left').length,
    messageCharacters: sumOf(sizes, ({ messages }) => messages),
    toolCharacters: sumOf(sizes, ({ tools }) => tools),
    answerCharacters: sumOf(answers, (one) => JSON.stringify(one).length),
    callsByModel: Object.fromEntries([...models].map(([model, of]) => [model, of.length])),
  };
  out.show(counts, () => [
    `${counts.calls} calls: ${counts.answered} answered (${counts.errors} with an error), ${counts.left} left by the client, ${counts.waiting} waiting`,
    `${counts.messageCharacters} characters of messages, ${counts.toolCharacters} of tools, ${counts.answerCharacters} of answers`,
    ...[...models].map(([model, of]) => printable(`${model}: ${of.length} calls`)),
  ]);
}

type Body = z.output<typeof body>;

/** Called with what a person at the files should know. */
type PrintLine = (line: string) => void;

/** A provider of the OpenAI dialect, on the loopback, whose answers are read from files. */
class ProviderByHand {
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
  ): Promise<ProviderByHand> {
    await folder.make();
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new ProviderByHand(server, folder, models, tell);
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

  /** Sends nothing before the answer is written, because an error has its own status. */
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
