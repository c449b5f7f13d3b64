import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ServerEvent } from '#protocol/events.js';
import { ServiceLife } from '../../crash/support/service-life.js';
import { freePort } from '../../support/free-port.js';
import { OfficeClient } from '../../support/office-client.js';
import { type ProgramOptions, type ProgramResult, runProgram } from '../../support/run-program.js';

/** The whole lines of what `--json` has printed so far. */
export function eventsIn(printed: string): readonly ServerEvent[] {
  const lines = printed.slice(0, printed.lastIndexOf('\n') + 1).split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ServerEvent]));
}

/** The built command line, as a child process, at the built service in a folder of its own. */
export class CommandLine {
  private constructor(
    readonly folder: string,
    readonly env: Readonly<Record<string, string>>,
    private service: ServiceLife,
  ) {}

  static async start(further: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
    const folder = await mkdtemp(join(tmpdir(), 'office-cli-'));
    const env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_LEASE_MS: '1000',
      OFFICE_DB: join(folder, 'office.sqlite'),
      OFFICE_WORKSPACE: join(folder, 'workspace'),
      OFFICE_SNAPSHOTS_DIR: join(folder, 'snapshots'),
      OFFICE_WORKSPACES_ROOT: join(folder, 'workspaces'),
      ...further,
    };
    const service = ServiceLife.start(env);
    await service.serving();
    return new CommandLine(folder, env, service);
  }

  async kill(): Promise<void> {
    await this.service.kill();
  }

  /** Starts the service again. */
  async begin(): Promise<void> {
    this.service = ServiceLife.start(this.env);
    await this.service.serving();
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }

  office(args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
    return runProgram('node', ['dist/cli/office.js', ...args], { env: this.env, ...options });
  }

  /** The records of `--json`; fails when the command did. */
  async records<T>(...args: readonly string[]): Promise<T[]> {
    const { code, stdout, stderr } = await this.office([...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
  }

  /** Follows a run, does something at its first question, and then answers every one. */
  async followed(
    id: string,
    answer: readonly string[],
    first: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<ProgramResult & { readonly answers: readonly ProgramResult[] }> {
    const answers = new Map<string, Promise<ProgramResult>>();
    let ready: Promise<unknown> | undefined;
    const result = await this.office(['follow', id, '--json'], {
      onOutput: (printed) => {
        for (const event of eventsIn(printed)) {
          if (event.type !== 'approval.requested' || answers.has(event.approval.id)) continue;
          ready ??= first();
          const told = ready.then(() => this.office(['approve', event.approval.id, ...answer]));
          answers.set(event.approval.id, told);
        }
      },
    });
    return { ...result, answers: await Promise.all(answers.values()) };
  }

  /** Answers what is asked next. */
  async answerNext(...answer: readonly string[]): Promise<ProgramResult> {
    const headers = { authorization: `Bearer ${this.env.OFFICE_API_TOKEN}` };
    const socket = await new OfficeClient(Number(this.env.PORT)).connect({ headers });
    const { approval } = await socket.waitFor('approval.requested');
    await socket.close();
    return this.office(['approve', approval.id, ...answer]);
  }
}
