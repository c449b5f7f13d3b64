import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#protocol/limits.js';
import type { ConnectedForge, Forge, ForgeIssue } from '#protocol/records/forges.js';
import type { RunDetail } from '#protocol/records/work.js';
import { Poller } from '#doors/forges/services/poller.js';
import type { ForgeWorld } from '#test/support/forges/forge-world.js';
import type { GitOverHttp } from '#test/support/forges/git-over-http.js';
import { OutboxWorker } from '#doors/outbox/outbox-worker.js';
import { hurryOutbox } from '#test/support/hurry-outbox.js';
import { startLiveOffice } from '#test/support/models/live-office.js';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '#test/support/start-office.js';
import { until } from '#test/support/until.js';
import { callsTools, offerPipeline } from '#test/runs/support/commission.js';

/** A forge that is simulated. */
interface SimulatedForge extends Pick<Forge, 'kind' | 'url' | 'repository'> {
  readonly token: string;
  readonly world: ForgeWorld;
  readonly git: GitOverHttp;
  readonly violations: readonly string[];
  sendTo(webhook: { readonly url: string; readonly secret: string } | null): void;
  close(): Promise<void>;
}

/** An office whose floor is a clone of a repository on a simulated forge. */
export class ForgeOffice<F extends SimulatedForge> {
  provider!: ScriptedProvider;
  office!: RunningOffice;
  forge!: F;
  pipelineId = '';
  /** The folder of the floor. */
  root = '';
  private bare = '';

  /**
   * For the tests of the file.
   * @param listed private hosts besides that of the forge that may be reached
   */
  constructor(
    private readonly simulate: (directory: string) => Promise<F>,
    private readonly listed: () => readonly string[] = () => [],
  ) {
    beforeAll(() => this.start());
    afterEach(async () => {
      expect(this.forge.violations).toEqual([]);
      this.forge.sendTo(null);
      const { body: left } = await this.office.client.get<readonly Forge[]>('/forges');
      for (const { id } of left) await this.office.client.delete(`/forges/${id}`);
      // The next test connects anew, which would begin every open issue again.
      for (const issue of this.forge.world.issues.values()) issue.state = 'closed';
    });
    afterAll(async () => {
      await this.office.close();
      await this.provider.close();
      await this.forge.close();
      await rm(this.bare, { recursive: true });
    });
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=U', '-c', 'user.email=u@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: this.root, encoding: 'utf8' }).trim();
  }

  /** From now on employees run these commands, one answer each. */
  works(...commands: readonly string[]): void {
    // One that waits for the test must not end by itself on a busy machine.
    const timeoutMs = limits.shellTimeoutMaxMs;
    const calls = commands.map((command) => ['run_shell', { command, timeoutMs }] as const);
    this.provider.respondWith(callsTools(...calls));
  }

  async connect(rules: Partial<Forge> = {}): Promise<ConnectedForge> {
    const { kind, url, repository, token } = this.forge;
    const wanted = { kind, url, repository, token, workspaceId: 'default' };
    const given = { ...wanted, pipelineId: this.pipelineId, ...rules };
    const { status, body } = await this.office.client.post<ConnectedForge>('/forges', given);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  async disconnect({ forge }: ConnectedForge): Promise<void> {
    this.forge.sendTo(null);
    const { status } = await this.office.client.delete(`/forges/${forge.id}`);
    expect(status).toBe(200);
  }

  /** The forge tells the office what happens. */
  tells({ webhookPath, webhookSecret: secret }: ConnectedForge): void {
    this.forge.sendTo({ url: `http://127.0.0.1:${this.office.port}${webhookPath}`, secret });
  }

  async poll({ forge }: ConnectedForge): Promise<void> {
    const { status } = await this.office.client.post(`/forges/${forge.id}/poll`, {});
    expect(status).toBe(202);
  }

  /** Asks for news, and resolves once they were taken. */
  async polled({ forge }: ConnectedForge): Promise<void> {
    await this.office.app.get(Poller, { strict: false }).poll(forge);
  }

  /** Resolves once nothing is due any more. */
  async outboxIdle(): Promise<void> {
    const worker = this.office.app.get(OutboxWorker, { strict: false });
    await worker.look();
    await worker.idle();
  }

  async issues({ forge }: ConnectedForge): Promise<readonly ForgeIssue[]> {
    return (await this.office.client.get<readonly ForgeIssue[]>(`/forges/${forge.id}/issues`)).body;
  }

  /** The issue once it is so. */
  async issueWhen(
    connected: ConnectedForge,
    number: number,
    holds: (issue: ForgeIssue) => boolean,
  ): Promise<ForgeIssue> {
    let found: ForgeIssue | undefined;
    await until(async () => {
      found = (await this.issues(connected)).find((each) => each.number === number);
      return found !== undefined && holds(found);
    });
    if (found === undefined) throw new Error('unreachable');
    return found;
  }

  async run(id: string | null): Promise<RunDetail> {
    return (await this.office.client.get<RunDetail>(`/api/runs/${id ?? ''}`)).body;
  }

  async runs(): Promise<readonly RunDetail[]> {
    return (await this.office.client.get<readonly RunDetail[]>('/api/runs?limit=200')).body;
  }

  private async start(): Promise<void> {
    this.bare = await mkdtemp(join(tmpdir(), 'forge-'));
    this.forge = await this.simulate(this.bare);
    this.provider = await ScriptedProvider.start();
    this.office = await startLiveOffice(this.provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_PRIVATE_HOSTS: [new URL(this.forge.url).host, ...this.listed()].join(','),
      PATH: process.env.PATH,
    });
    hurryOutbox(this.office);
    this.root = join(this.office.directory, 'repository');
    this.pipelineId = offerPipeline(this.office, { kind: 'build', roleIds: ['backend-dev-1'] });
    await mkdir(this.root, { recursive: true });
    await writeFile(join(this.root, 'a.txt'), 'one\n');
    this.git('init', '-q', '-b', 'main');
    this.git('add', '.');
    this.git('commit', '-qm', 'first');
    this.forge.git.fetchFrom(this.root, 'main');
  }
}
