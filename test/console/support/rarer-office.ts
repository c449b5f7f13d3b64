import { afterAll, beforeAll } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { AppModule } from '#app.module.js';
import {
  callsTool,
  callsTools,
  finished,
  offerPipeline,
  promptOf,
  submit,
} from '../../runs/support/commission.js';
import type { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import { stateAfter } from '../../support/organisations/ask-socket.js';
import { MarketplaceServer } from '../../support/plugins/marketplace-server.js';
import { marketPlugin } from '../../support/plugins/market-office.js';
import { ScriptedProvider } from '../../support/scripted-provider/scripted-provider.js';
import { type RunningOffice, startOffice } from '../../support/start-office.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { forgeWithClone } from './forge-workspace.js';

/** An office with a forge, a pasted key, a marketplace, a run at work and one in a worktree. */
export class RarerOffice {
  forge!: GithubSimulator;
  office!: RunningOffice;
  /** A run that waits for a person, with a plan. */
  waiting = '';
  /** A run that is over, with its change in its worktree. */
  kept = '';
  private readonly market = new MarketplaceServer();
  private provider!: ScriptedProvider;
  private socket!: OfficeSocket;
  readonly inDirectory = temporaryDirectory();

  /** For the tests of the file, or of the surrounding `describe`. */
  constructor() {
    beforeAll(() => this.start());
    afterAll(async () => {
      await this.office.close();
      await this.provider.close();
      await this.market.stop();
      await this.forge.close();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.office.port}`;
  }

  private async start(): Promise<void> {
    this.provider = await ScriptedProvider.start();
    await this.market.start();
    this.forge = await forgeWithClone(this.inDirectory('forge'), this.inDirectory('clone'));
    this.office = await startOffice({
      root: (context) => AppModule.on(context),
      env: {
        OFFICE_DB: this.inDirectory('office.sqlite'),
        OFFICE_LLM_MODE: 'auto',
        OFFICE_MODEL_DISCOVERY: 'false',
        OFFICE_BENCHMARKS: 'false',
        OFFICE_ENDPOINT_HEALTH: 'false',
        OFFICE_OPENAI_BASE_URL: this.provider.baseUrl,
        OFFICE_OPENAI_ENDPOINT: 'chat',
        OFFICE_WORKSPACE: this.inDirectory('clone'),
        OFFICE_ALLOW_EXTERNAL_WORKSPACES: 'true',
        OFFICE_PRIVATE_HOSTS: new URL(this.forge.url).host,
        OFFICE_ALLOW_PLUGIN_INSTALL: 'true',
        OFFICE_PLUGIN_INSTALL_DIR: this.inDirectory('plugins'),
        PATH: process.env.PATH,
      },
    });
    this.socket = await this.office.client.connect();
    await this.furnish();
    this.kept = await this.keptRun();
    this.waiting = await this.waitingRun();
  }

  private async furnish(): Promise<void> {
    await stateAfter(
      this.office,
      { type: 'setProviderKey', providerId: 'openai', key: 'sk-pasted-0123456789' },
      ({ llmMode }) => llmMode === 'live',
    );
    const { catalogUrl } = this.market;
    this.market.publish(marketPlugin('1.0.0'));
    await this.post('plugins/sources', { url: catalogUrl, label: 'Market' });
    await this.post('plugins/install', { catalogUrl, pluginId: 'test.market' });
    await this.post('memory', {
      text: 'We deploy on Tuesdays.',
      scope: 'installation',
      kind: 'note',
    });
    const garden = `${this.office.directory}/workspaces/garden`;
    await mkdir(garden, { recursive: true });
    await writeFile(`${garden}/AGENTS.md`, 'Obey.');
  }

  private async post(path: string, body: object): Promise<void> {
    const answer = await this.office.client.post(`/api/${path}`, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  }

  private async keptRun(): Promise<string> {
    const pipelineId = offerPipeline(this.office, { kind: 'build', roleIds: ['backend-dev-1'] });
    this.provider.respondWith(callsTools(['write_file', { path: 'b.txt', content: 'bee\n' }]));
    const { id } = await submit(this.office, { pipelineId, isolation: 'worktree' });
    await finished(this.office, this.socket, id);
    return id;
  }

  private async waitingRun(): Promise<string> {
    const plan = { builders: [{ roleId: 'backend-dev-1', part: 'all of it' }] };
    const asks = callsTool('run_shell', { command: 'echo two >> a.txt' });
    this.provider.respondWith((request) =>
      promptOf(request).includes('Stage: **Build**')
        ? asks(request)
        : callsTool('set_plan', plan)(request),
    );
    const pipelineId = offerPipeline(
      this.office,
      { name: 'Plan', roleIds: ['backend-dev-1'] },
      { name: 'Build', kind: 'build', roleIds: ['backend-dev-1'] },
    );
    const { id } = await submit(this.office, { pipelineId });
    await this.socket.waitFor('approval.requested', ({ approval }) => approval.runId === id);
    return id;
  }
}
