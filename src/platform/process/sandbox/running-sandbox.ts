import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import type { AskedHost } from '#protocol/records/evidence.js';
import {
  bubblewrapArguments,
  bubblewrapInput,
  foldersInMemory,
  statusDescriptor,
} from './bubblewrap.js';
import type { MetBound, Sandbox } from './confinement.js';
import { withStandIns } from './guarded-folders.js';
import { watchSandbox } from './sandbox-watch.js';
import { seatbeltProfile } from './seatbelt.js';
import { WayOut } from './way-out.js';

/** A command line as it is to run inside. */
interface InnerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell?: boolean;
  readonly cwd: string;
}

/** How a sandbox ended. */
interface SandboxEnd {
  /** The bound that it met. */
  readonly met: MetBound | null;
  /** True: the sandbox could not be made, or its program could not be started. */
  readonly failed: boolean;
  /** The hosts that were asked for. */
  readonly hosts: readonly AskedHost[];
}

/** A sandbox that is made for one child, watched while it runs and cleared away after it. */
export class RunningSandbox {
  private met: MetBound | null = null;
  private first: number | undefined;
  private ranToEnd = false;
  private endWatch: () => void = () => undefined;

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly command: InnerCommand,
    private readonly removeStandIns: () => Promise<void>,
    private readonly wayOut: WayOut | null,
  ) {}

  static async prepare(sandbox: Sandbox, command: InnerCommand): Promise<RunningSandbox> {
    const isLinux = process.platform === 'linux';
    const { network } = sandbox;
    const wayOut = isLinux && network.kind === 'hosts' ? await WayOut.open(network) : null;
    try {
      const remove = isLinux ? await withStandIns(sandbox.guarded) : async () => undefined;
      const mounts = [...sandbox.mounts, ...(wayOut?.mounts ?? [])];
      return new RunningSandbox({ ...sandbox, mounts }, command, remove, wayOut);
    } catch (thrown) {
      await wayOut?.close();
      throw thrown;
    }
  }

  /** Variables beside those of the command. */
  get environment(): Readonly<Record<string, string>> {
    return { ...this.sandbox.environment, ...this.wayOut?.environment };
  }

  /** What is started in place of the command. */
  get start(): { readonly file: string; readonly args: readonly string[] } {
    const { sandbox } = this;
    const program = programOf(this.command);
    const inner = this.wayOut?.leading(program.file, program.args) ?? program;
    const args =
      process.platform === 'darwin'
        ? ['-p', seatbeltProfile(sandbox), inner.file, ...inner.args]
        : bubblewrapArguments(inner);
    return { file: sandbox.program, args };
  }

  /** Descriptors beside the three of every child. */
  get descriptors(): readonly 'pipe'[] {
    return process.platform === 'linux' ? ['pipe', 'pipe'] : [];
  }

  /** @param kill ends the child with all that is inside */
  begin(child: ChildProcess, kill: () => void): void {
    const [input, status] = child.stdio.slice(statusDescriptor - 1);
    if (!(input instanceof Writable) || !(status instanceof Readable)) return;
    input.on('error', () => undefined);
    if (input instanceof Readable) input.resume();
    input.end(bubblewrapInput(this.sandbox, this.command.cwd));
    let told = '';
    status.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      this.ranToEnd = told.includes('"exit-code"');
      const [, id] = /"child-pid": (\d+)/.exec(told) ?? [];
      if (this.first === undefined && id !== undefined) this.watch(Number(id), kill);
    });
    status.on('error', () => undefined);
  }

  /**
   * Asks the processes inside to end; bubblewrap would end itself without passing the signal on.
   */
  async terminate(): Promise<boolean> {
    if (this.first === undefined) return false;
    const file = `/proc/${this.first}/task/${this.first}/children`;
    const ids = await readFile(file, 'utf8').catch(() => '');
    for (const id of ids.split(' ').filter((part) => part !== '')) terminate(Number(id));
    return true;
  }

  /** To be called when the child has ended. */
  async end(code: number | null): Promise<SandboxEnd> {
    this.endWatch();
    await this.removeStandIns();
    const hosts = (await this.wayOut?.close()) ?? [];
    const isTold = this.descriptors.length > 0;
    return {
      met: this.met,
      failed: isTold && code !== null && !this.ranToEnd && this.met === null,
      hosts,
    };
  }

  private watch(first: number, kill: () => void): void {
    this.first = first;
    const inMemory = foldersInMemory(this.sandbox);
    this.endWatch = watchSandbox(first, this.sandbox.bounds, inMemory, (bound) => {
      this.met = bound;
      kill();
    });
  }
}

/** The program to start inside; a shell line is run by the shell there. */
function programOf({ file, args, shell }: InnerCommand): Pick<InnerCommand, 'file' | 'args'> {
  return shell === true ? { file: '/bin/sh', args: ['-c', file] } : { file, args };
}

function terminate(id: number): void {
  try {
    process.kill(id, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}
