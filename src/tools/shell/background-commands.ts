import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { RefusedError } from '../../platform/errors/office-error.js';
import {
  type ChildEnd,
  PipedChild,
  type PipedCommand,
} from '../../platform/process/piped-child.js';
import { clipStart } from '../../platform/text/clip.js';
import { within } from '../../platform/process/within.js';
import { backgroundTexts } from '../../protocol/texts/tool-results.js';

const maxPerStage = 5;
const keptCharacters = 1_000_000;
const graceMs = 2000;

/** The stage that a command belongs to and ends with. */
interface CommandOwner {
  readonly runId: string;
  readonly stageId: string;
  /** Aborted if the run is cancelled or given up. */
  readonly signal: AbortSignal;
}

/** A command that runs beside its stage's turns. */
export class BackgroundCommand {
  /** How it ended; null while it runs. */
  end: ChildEnd | null = null;
  private text = '';
  private dropped = 0;
  private readonly news = new EventEmitter<{ news: [] }>();

  constructor(
    readonly id: string,
    readonly command: string,
    readonly owner: CommandOwner,
    private readonly child: PipedChild,
  ) {
    for (const stream of [child.stdout, child.stderr]) this.follow(stream);
    void child.ended.then((end) => {
      this.end = end;
      this.news.emit('news');
    });
  }

  /** Characters of both streams so far. */
  get length(): number {
    return this.dropped + this.text.length;
  }

  /**
   * Output of both streams in order, from an offset; the beginning of very long output is dropped.
   */
  from(offset: number): { readonly text: string; readonly offset: number } {
    const start = Math.max(offset, this.dropped);
    return { text: this.text.slice(start - this.dropped), offset: start };
  }

  /**
   * Fulfilled when there is output after the offset, the command has ended, or the time is over.
   */
  async waitFor(offset: number, ms: number): Promise<void> {
    const { signal } = this.owner;
    const isNews = (): boolean => this.length > offset || this.end !== null || signal.aborted;
    const { promise: news, resolve } = Promise.withResolvers<true>();
    const look = (): void => {
      if (isNews()) resolve(true);
    };
    this.news.on('news', look);
    look();
    await within(ms, news).finally(() => this.news.off('news', look));
  }

  /** Ends the command with all its descendants. */
  async stop(): Promise<void> {
    await this.child.end(graceMs);
  }

  /** The same, without a grace period. */
  async kill(): Promise<void> {
    await this.child.kill();
  }

  private follow(stream: Readable): void {
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.text += text;
      if (this.text.length > 2 * keptCharacters) {
        const kept = clipStart(this.text, keptCharacters);
        this.dropped += this.text.length - kept.length;
        this.text = kept;
      }
      this.news.emit('news');
    });
  }
}

/**
 * Commands that outlive tool calls, such as a server under test. They belong to this process and
 * end with their stage, run or the service; later processes do not know them.
 */
@Injectable()
export class BackgroundCommands implements OnModuleDestroy {
  private readonly commands = new Map<string, BackgroundCommand>();

  async onModuleDestroy(): Promise<void> {
    await this.endAll(() => true);
  }

  /** @throws RefusedError if the stage has too many @throws ChildStartError */
  async start(
    command: string,
    start: PipedCommand,
    owner: CommandOwner,
  ): Promise<BackgroundCommand> {
    const running = [...this.commands.values()].filter(
      ({ owner: { stageId }, end }) => stageId === owner.stageId && end === null,
    );
    if (running.length >= maxPerStage) throw new RefusedError(backgroundTexts.tooMany(maxPerStage));
    const child = await PipedChild.start(start);
    child.closeInput();
    const id = `sh_${randomBytes(4).toString('hex')}`;
    const started = new BackgroundCommand(id, command, owner, child);
    this.forgetEnded(owner.stageId);
    this.commands.set(id, started);
    const end = (): void => void started.kill();
    owner.signal.addEventListener('abort', end, { once: true });
    void child.ended.then(() => owner.signal.removeEventListener('abort', end));
    if (owner.signal.aborted) end();
    return started;
  }

  /** A command of the stage. */
  find(id: string, stageId: string): BackgroundCommand | undefined {
    const found = this.commands.get(id);
    return found?.owner.stageId === stageId ? found : undefined;
  }

  /** Ends a stage's remaining commands and forgets them. */
  endStage(stageId: string): Promise<void> {
    return this.endAll(({ owner }) => owner.stageId === stageId);
  }

  /** Keeps the output of a few ended commands; the oldest are forgotten. */
  private forgetEnded(stageId: string): void {
    const ended = [...this.commands.values()].filter(
      (command) => command.owner.stageId === stageId && command.end !== null,
    );
    for (const { id } of ended.slice(0, Math.max(0, ended.length - maxPerStage + 1))) {
      this.commands.delete(id);
    }
  }

  private async endAll(isMeant: (command: BackgroundCommand) => boolean): Promise<void> {
    const meant = [...this.commands.values()].filter(isMeant);
    for (const { id } of meant) this.commands.delete(id);
    await Promise.all(meant.map((command) => command.kill()));
  }
}
