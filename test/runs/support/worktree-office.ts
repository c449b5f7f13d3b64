import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RunDetail } from '#protocol/records/work.js';
import { startLiveOffice } from '../../support/models/live-office.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import { ScriptedProvider } from '../../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../../support/start-office.js';
import { callsTools, carryOut, type Commission, offerPipeline } from './commission.js';

/** An office whose floor is a repository of three files, made anew for each test. */
export class WorktreeOffice {
  provider!: ScriptedProvider;
  office!: RunningOffice;
  socket!: OfficeSocket;
  pipelineId = '';
  /** The folder of the floor. */
  root = '';
  private asked = 0;

  /** For the tests of the file, or of the surrounding `describe`. */
  constructor() {
    beforeAll(() => this.start());
    beforeEach(() => this.layOut());
    afterAll(async () => {
      await this.office.close();
      await this.provider.close();
    });
  }

  put(name: string, text: string): Promise<void> {
    return writeFile(`${this.root}/${name}`, text);
  }

  text(name: string): Promise<string> {
    return readFile(`${this.root}/${name}`, 'utf8');
  }

  gitIn(cwd: string, ...args: string[]): string {
    const who = ['-c', 'user.name=U', '-c', 'user.email=u@example.com'];
    return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
  }

  git(...args: string[]): string {
    return this.gitIn(this.root, ...args).trim();
  }

  /** Folders of all worktrees of the repository. */
  get worktrees(): readonly string[] {
    const lines = this.git('worktree', 'list', '--porcelain').split('\n');
    return lines.flatMap((line) => /^worktree (.*)$/.exec(line)?.[1] ?? []);
  }

  async setFloor(settings: object): Promise<void> {
    const { status } = await this.office.client.put('/api/workspaces/default', settings);
    expect(status).toBe(200);
  }

  /** A run whose employee runs these commands. */
  run(
    commands: readonly string[],
    commission: Commission = {},
    where: Pick<Commission, 'isolation'> = { isolation: 'worktree' },
  ): Promise<RunDetail> {
    const calls = commands.map((command) => ['run_shell', { command }] as const);
    this.provider.respondWith(callsTools(...calls));
    const { pipelineId } = this;
    return carryOut(this.office, this.socket, { pipelineId, ...where, ...commission });
  }

  async shown(id: string): Promise<RunDetail> {
    return (await this.office.client.get<RunDetail>(`/api/runs/${id}`)).body;
  }

  async kinds(id: string): Promise<readonly string[] | undefined> {
    return (await this.shown(id)).changes?.map(({ kind }) => kind);
  }

  /** The answer to a command: its result, or the text of its refusal. */
  async ask(command: object): Promise<unknown> {
    const requestId = `ask-${(this.asked += 1)}`;
    this.socket.sendRaw(JSON.stringify({ ...command, requestId }));
    const answer = await this.socket.waitForAny(
      (event) => 'requestId' in event && event.requestId === requestId,
    );
    if (answer.type === 'command.done') return answer.result;
    return answer.type === 'error' && answer.message;
  }

  merge(runId: string): Promise<unknown> {
    return this.ask({ type: 'deliverRun', runId, into: 'workspace' });
  }

  discard(runId: string): Promise<unknown> {
    return this.ask({ type: 'discardRun', runId });
  }

  private async start(): Promise<void> {
    this.provider = await ScriptedProvider.start();
    this.office = await startLiveOffice(this.provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_WORKTREES_MB: '3',
      PATH: process.env.PATH,
    });
    this.socket = await this.office.client.connect();
    this.root = `${this.office.directory}/repository`;
  }

  private async layOut(): Promise<void> {
    this.pipelineId = offerPipeline(this.office, { kind: 'build', roleIds: ['backend-dev-1'] });
    await rm(this.root, { recursive: true, force: true });
    await mkdir(this.root, { recursive: true });
    await this.put('a.txt', 'one\ntwo\nthree\nfour\nfive\n');
    await this.put('b.txt', 'bee\n');
    await this.put('.gitignore', 'ignored*\nnode_modules/\n');
    this.git('init', '-q', '-b', 'main');
    this.git('add', '.');
    this.git('commit', '-qm', 'first');
    await this.setFloor({ isolation: 'place', worktreeSetup: null });
  }
}
