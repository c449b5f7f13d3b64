import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../platform/errors/error-text.js';
import { displayCommand } from '../../platform/process/display-command.js';
import { endsOf, LineSplitter, type OversizedLine } from '../../platform/process/line-splitter.js';
import { PipedChild, type ChildEnd } from '../../platform/process/piped-child.js';
import type { Confinement } from '../../platform/process/sandbox/confinement.js';
import { within } from '../../platform/process/within.js';
import { isTooMuchJson, jsonLimits } from '../../platform/text/foreign-json.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { StdioServerConfig } from '../config/mcp-server-config.js';
import type { McpLimits } from '../mcp-limits.js';
import type { McpTransport } from './mcp-transport.js';
import type { ServerDiagnostics } from './server-diagnostics.js';
import { requestAnsweredBy, placeholder } from './placeholder.js';

/** Bytes of a line on standard error; more would be cut anyway. */
const stderrLineBytes = 4096;

const exitLines = 5;

interface StdioTransportOptions {
  readonly server: StdioServerConfig;
  /** The child's inherited variables; the server's own `env` is added. */
  readonly inherited: Readonly<Record<string, string>>;
  readonly diagnostics: ServerDiagnostics;
  readonly limits: McpLimits;
  /** How the child is confined. @throws RefusedError if it may not be started so */
  confine(server: StdioServerConfig): Promise<Confinement>;
}

/**
 * Newline-delimited JSON over a child's pipes. Replaces the SDK's transport, because here the whole
 * process tree ends with it, lines and diagnostics are bounded, and the end of the child has a
 * reason.
 */
export class StdioTransport implements McpTransport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];

  readonly label: string;
  readonly kind = 'stdio';
  private child: PipedChild | undefined;
  private reason: string | null = null;
  private closing = false;
  private started = false;

  constructor(private readonly options: StdioTransportOptions) {
    const { command, args } = options.server;
    this.label = `stdio:${displayCommand(command, args)}`;
  }

  get fault(): string | null {
    return this.reason;
  }

  /** True if the child ran. */
  get reached(): boolean {
    return this.started;
  }

  /** @throws if the child cannot be started. */
  async start(): Promise<void> {
    const { startMs } = this.options.limits;
    const starting = this.spawn();
    const child = await within(startMs, starting);
    if (child === undefined) {
      void starting.then(
        (late) => late.kill(),
        () => undefined,
      );
      this.reason = mcpTexts.didNotStart(this.label, startMs);
      throw new Error(this.reason);
    }
    if (this.closing) {
      await child.kill();
      throw new Error(mcpTexts.connectionClosed);
    }
    this.child = child;
    this.started = true;
    this.listen(child);
    void child.ended.then((end) => this.ended(end));
  }

  /** @throws if there is no child, or it does not read. */
  async send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (child === undefined) throw new Error(this.reason ?? mcpTexts.notConnected);
    try {
      await child.write(serializeMessage(message));
    } catch (error) {
      // A broken pipe precedes the child's end, whose reason arrives soon.
      await within(this.options.limits.endMs, child.ended);
      throw new Error(this.reason ?? messageOf(error), { cause: error });
    }
  }

  /** Ends the child: closes its input, then asks, then kills. */
  async close(): Promise<void> {
    this.closing = true;
    await this.child?.end(this.options.limits.endMs);
  }

  break(reason: string): void {
    this.reason ??= reason;
    void this.child?.end(this.options.limits.endMs);
  }

  private async spawn(): Promise<PipedChild> {
    const { server, inherited } = this.options;
    try {
      const confinement = await this.options.confine(server);
      const home = confinement.kind === 'sandbox' ? (server.folders?.[0] ?? '/') : process.cwd();
      return await PipedChild.start({
        file: server.command,
        args: server.args,
        cwd: server.cwd ?? home,
        environment: { ...inherited, ...server.env },
        confinement,
      });
    } catch (error) {
      this.reason = mcpTexts.couldNotStart(this.label, messageOf(error));
      throw new Error(this.reason, { cause: error });
    }
  }

  private listen(child: PipedChild): void {
    const { limits, diagnostics } = this.options;
    const messages = new LineSplitter(limits.lineBytes, {
      line: (text) => this.receive(text),
      oversized: (line) => this.replaceOversized(line),
    });
    const remarks = new LineSplitter(stderrLineBytes, {
      line: (text) => diagnostics.stderr(text),
      oversized: ({ head }) => diagnostics.stderr(head),
    });
    child.stdout.on('data', (chunk: Buffer) => messages.push(chunk));
    child.stdout.on('end', () => messages.flush());
    child.stderr.on('data', (chunk: Buffer) => remarks.push(chunk));
    child.stderr.on('end', () => remarks.flush());
  }

  private receive(line: string): void {
    if (line.trim() === '') return;
    if (isTooMuchJson(line)) return this.replaceTooMuch(line);
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.options.diagnostics.note(mcpTexts.noise(line));
      return;
    }
    this.onmessage?.(message);
  }

  private replaceTooMuch(line: string): void {
    this.options.diagnostics.note(mcpTexts.tooMuchJson(jsonLimits));
    this.answer({ bytes: line.length, ...endsOf(line) }, mcpTexts.tooMuchJson(jsonLimits));
  }

  private replaceOversized(line: OversizedLine): void {
    this.options.diagnostics.note(mcpTexts.discarded(line.bytes));
    this.answer(line, mcpTexts.answerTooLarge(this.options.limits.lineBytes));
  }

  /** Answers the request of a line that was not read. */
  private answer(line: OversizedLine, reason: string): void {
    const id = requestAnsweredBy(line);
    if (id !== null) this.onmessage?.(placeholder(id, mcpTexts.streamFailed(this.label, reason)));
  }

  private ended({ code, signal }: ChildEnd): void {
    this.child = undefined;
    if (!this.closing) {
      const how =
        code === null ? mcpTexts.exitSignal(signal ?? 'unknown') : mcpTexts.exitCode(code);
      const lastLines = this.options.diagnostics.lastStderr(exitLines);
      this.reason ??= mcpTexts.exited(this.label, how, lastLines);
    }
    this.onclose?.();
  }
}
