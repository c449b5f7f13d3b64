import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import {
  client,
  type ClientConnection,
  type ContentBlock,
  type InitializeResponse,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { repositoryRoot } from '../../support/run-program.js';

const chunk = z.object({ content: z.object({ text: z.string() }) });

/** The text of a chunk. */
function textOf(update: unknown): string {
  return chunk.parse(update).content.text;
}

type Decide = (
  asked: RequestPermissionRequest,
  withdrawn: AbortSignal,
) => RequestPermissionResponse | Promise<RequestPermissionResponse>;

const dismissed: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** An editor, as the client of the protocol's SDK, and `office acp` as its child process. */
export class Editor {
  /** Whatever came by session, in order. */
  readonly told: SessionNotification[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  decide: Decide = () => dismissed;
  private readonly connection: ClientConnection;
  private readonly waiting = new Set<() => void>();
  private output = '';
  private errors = '';

  private constructor(private readonly child: ChildProcess) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes');
    stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.connection = client({ name: 'editor of the tests' })
      .onRequest('session/request_permission', ({ params, signal }) => {
        this.asked.push(params);
        this.look();
        return this.decide(params, signal);
      })
      .onNotification('session/update', ({ params }) => {
        this.told.push(params);
        this.look();
      })
      .connect(ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as never));
  }

  static start(env: Readonly<Record<string, string>>, ...args: readonly string[]): Editor {
    const file = ['dist/cli/office.js', ...args, 'acp'];
    const child = spawn(process.execPath, file, {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return new Editor(child);
  }

  get agent(): ClientConnection['agent'] {
    return this.connection.agent;
  }

  get printed(): { readonly stdout: string; readonly stderr: string } {
    return { stdout: this.output, stderr: this.errors };
  }

  greet(): Promise<InitializeResponse> {
    return this.agent.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    });
  }

  async open(cwd: string): Promise<string> {
    await this.greet();
    return (await this.agent.request('session/new', { cwd, mcpServers: [] })).sessionId;
  }

  async say(sessionId: string, text: string): Promise<StopReason> {
    const prompt: ContentBlock[] = [{ type: 'text', text }];
    const { stopReason } = await this.agent.request('session/prompt', { sessionId, prompt });
    return stopReason;
  }

  updates(kind?: SessionUpdate['sessionUpdate']): readonly SessionUpdate[] {
    const all = this.told.map(({ update }) => update);
    return kind === undefined ? all : all.filter(({ sessionUpdate }) => sessionUpdate === kind);
  }

  /** Everything of one kind as one text. */
  text(kind: SessionUpdate['sessionUpdate'] = 'agent_message_chunk'): string {
    return this.updates(kind).map(textOf).join('');
  }

  /** Resolves once what came satisfies. */
  until(satisfied: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!satisfied()) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  /** Closes its pipes, as an editor does; resolves with the exit code. */
  async close(): Promise<number | null> {
    const ended = once(this.child, 'close');
    this.child.stdin?.end();
    if (this.child.exitCode === null) await ended;
    return this.child.exitCode;
  }

  private look(): void {
    for (const look of [...this.waiting]) look();
  }
}
