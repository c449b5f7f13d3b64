import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A request as the provider's ledger has it. */
export interface CountedRequest {
  readonly reference: string;
  readonly model: string;
  /** Path of the address, by which replicas can be told apart. */
  readonly path: string;
  /** The numbered brief that it is about; null: it has none. */
  readonly brief: string | null;
  readonly characters: number;
}

/** Tokens of every answer, so that the spend of a run follows from the number of its calls. */
export const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

/** Tokens of input of the answers that have so many tokens together. */
export function inputOfAnswers(tokensOut: number): number {
  return (tokensOut / usage.completion_tokens) * usage.prompt_tokens;
}

/**
 * A model provider on the loopback that answers by the request alone and counts what it is asked.
 * Each answer carries the reference of its request, by which a recorded answer is recognised. A
 * role that holds `run_shell` is made to write one line to a ledger, so that a command that ran
 * twice is seen.
 */
export class CountingProvider {
  /** How often each request was answered, by its reference. */
  readonly asked = new Map<string, number>();
  /** What happens before request number so much, counted from 1, is answered. */
  beforeAnswer: (number: number, request: CountedRequest) => void | Promise<void> = () => {};
  /** What happens in the middle of answer number so much. */
  amidAnswer: (request: number) => void | Promise<void> = () => {};
  /** The shell command that an answer with this reference asks for. */
  command = lineInLedger;
  /** Every request that it answered or began to. */
  readonly ledger: CountedRequest[] = [];
  /** Requests that are being answered. */
  open = 0;
  private requests = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(): Promise<CountingProvider> {
    const provider = new CountingProvider();
    provider.server.listen(0, '127.0.0.1');
    await once(provider.server, 'listening');
    return provider;
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  private get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** An address of its own for a replica, so that its requests are known by their path. */
  baseUrlOf(replica: string): string {
    return `${this.origin}/${replica}/v1`;
  }

  /** Forgets what it was asked, and answers without ado again. */
  forget(): void {
    this.asked.clear();
    this.ledger.length = 0;
    this.requests = 0;
    this.beforeAnswer = () => {};
    this.amidAnswer = () => {};
    this.command = lineInLedger;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    this.open += 1;
    response.once('close', () => (this.open -= 1));
    const body = await bodyOf(request);
    const chat = JSON.parse(body) as ChatRequest;
    const reference = referenceOf(chat);
    const entry = {
      reference,
      model: chat.model,
      path: request.url ?? '',
      brief: briefIn(body),
      characters: body.length,
    };
    this.ledger.push(entry);
    this.asked.set(reference, (this.asked.get(reference) ?? 0) + 1);
    const number = ++this.requests;
    await this.beforeAnswer(number, entry);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, chunk] of answerTo(chat, reference, this.command(reference)).entries()) {
      if (index === 1) await this.amidAnswer(number);
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  }
}

function lineInLedger(reference: string): string {
  return lineIn('ledger.txt', reference);
}

/** A command that adds the reference to a file. */
export function lineIn(file: string, reference: string): string {
  return `echo ${reference} >> ${file}`;
}

/** Marks of answers in any text, such as a stored record. */
export function referencesIn(text: string): readonly string[] {
  return text.match(/ref-[0-9a-f]{16}/g) ?? [];
}

/** Briefs of campaigns end with a number, so that no two are the same. */
function briefIn(text: string): string | null {
  return /[A-Z][a-z ]+ #\d{4}/.exec(text)?.[0] ?? null;
}

function referenceOf(chat: ChatRequest): string {
  const asked = JSON.stringify([chat.messages, chat.tools?.map((tool) => tool.function.name)]);
  return `ref-${createHash('sha256').update(asked).digest('hex').slice(0, 16)}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function answerTo(chat: ChatRequest, reference: string, command: string): readonly object[] {
  const holdsShell = chat.tools?.some((tool) => tool.function.name === 'run_shell') ?? false;
  const usedTool = chat.messages.some((message) => message.role === 'tool');
  if (holdsShell && !usedTool) return shellCall(reference, command);
  const text = `Done as asked, without objections (${reference}).\n\nTAGS: api`;
  return [
    chunk({ role: 'assistant', content: text.slice(0, 20) }),
    chunk({ content: text.slice(20) }),
    { ...chunk({}, 'stop'), usage },
  ];
}

function shellCall(reference: string, command: string): readonly object[] {
  const args = JSON.stringify({ command });
  const call = { index: 0, id: `call_${reference}`, type: 'function' };
  return [
    chunk({
      role: 'assistant',
      content: 'I run it.',
      tool_calls: [{ ...call, function: { name: 'run_shell', arguments: args.slice(0, 12) } }],
    }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: args.slice(12) } }] }),
    { ...chunk({}, 'tool_calls'), usage },
  ];
}

function chunk(delta: object, finishReason: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}
