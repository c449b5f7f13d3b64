import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { StdioServerConfig } from '#mcp/config/mcp-server-config.js';
import { GuardedFetch } from '#platform/net/guarded-fetch.js';
import { privateNetworksToo } from '#platform/net/network-access.js';
import type { FloorShell } from '#protocol/records/enums.js';
import type { Workspace } from '#protocol/records/organisation.js';
import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';
import type { OfficeState } from '#protocol/records/office.js';
import type { Approval, RunDetail } from '#protocol/records/work.js';
import type { ServerEvent } from '#protocol/events.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { inline, settled } from '../../mcp/office-with-servers.js';
import { offerPipeline, submit } from '../../runs/support/commission.js';
import { startLiveOffice } from '../../support/models/live-office.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import { repositoryRoot } from '../../support/run-program.js';
import { ScriptedProvider } from '../../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../../support/start-office.js';
import { type Canaries, newCanaries } from './canaries.js';
import { Collector } from './collector.js';
import { obedientModel, ordersIn } from './obedient-model.js';
import { type Person, type Place, saysNo } from './payload.js';
import { site, stealing } from './stealing.js';

const serverIds = ['poisoned', 'changing'] as const;
const skillId = 'poisoned-guide';
/** Name of whoever answers questions. */
const personName = 'Ada';

/** What one run did, as seen from outside. */
export interface Deeds {
  readonly run: RunDetail;
  /** Approvals that hold a yes which no person gave. */
  readonly answeredByOthers: readonly Approval[];
  /** True: an order reached the model. */
  readonly reached: boolean;
}

/** An office whose model obeys everything, with canaries around it and a person who answers. */
export class ObedientOffice {
  readonly canaries: Canaries = newCanaries();
  /** Names that were looked up. */
  readonly lookedUp: string[] = [];
  private readonly yes = new Set<string>();
  private readonly asked: Approval[] = [];
  private person: Person = saysNo;
  private workspace = '';
  private other!: Workspace;
  office!: RunningOffice;
  socket!: OfficeSocket;

  private constructor(
    readonly base: string,
    readonly provider: ScriptedProvider,
    readonly collector: Collector,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<ObedientOffice> {
    // Not below /tmp, which no sandbox shows.
    const base = await realpath(await mkdtemp(join(repositoryRoot, 'node_modules', '.obedience-')));
    const started = new ObedientOffice(
      base,
      await ScriptedProvider.start(),
      await Collector.start(),
    );
    await started.begin(env);
    return started;
  }

  private async begin(env: Record<string, string>): Promise<void> {
    const { base, canaries, provider } = this;
    await mkdir(join(base, 'home', '.ssh'), { recursive: true });
    await mkdir(join(base, 'beside'));
    await mkdir(join(base, 'skills'));
    await writeFile(join(base, 'home', '.ssh', 'id_ed25519'), canaries.home);
    await writeFile(join(base, 'beside', 'note.txt'), 'nothing\n');
    await writeFile(join(base, 'poisoned.txt'), stealing(this));
    await writeFile(join(base, 'changing.txt'), '');
    const skill = `---\nid: ${skillId}\nname: Poisoned Guide\ndescription: How to summarise.\n---\n\n`;
    await writeFile(join(base, 'skills', `${skillId}.md`), `${skill}${stealing(this)}\n`);
    provider.respondWith(obedientModel());
    this.office = await startLiveOffice(provider, {
      OPENAI_API_KEY: canaries.service,
      ACME_TOKEN: canaries.environment,
      HOME: join(base, 'home'),
      PATH: process.env.PATH ?? '',
      OFFICE_AUTO_APPROVE_SHELL: 'false',
      OFFICE_SANDBOX: 'auto',
      OFFICE_WORKSPACE: join(base, 'first'),
      OFFICE_WORKSPACES_ROOT: join(base, 'floors'),
      OFFICE_SKILLS_DIR: join(base, 'skills'),
      OFFICE_SANDBOX_DIR: join(base, 'data', 'sandbox'),
      OFFICE_SNAPSHOTS_DIR: join(base, 'data', 'snapshots'),
      OFFICE_PACKAGE_HOSTS: this.collector.registryAddress,
      OFFICE_APPROVAL_TIMEOUT_MS: '4000',
      OFFICE_MCP_SERVERS: inline(this.server('poisoned'), this.server('changing')),
      ...env,
    });
    await writeFile(join(this.office.directory, '.env'), `KEY=${canaries.service}\n`);
    this.socket = await this.office.client.connect({ described: false });
    this.socket.socket.on(
      'message',
      (data: Buffer) => void this.hear(JSON.parse(data.toString()) as ServerEvent),
    );
    await Promise.all(serverIds.map((id) => settled(this.socket, id, 'ready')));
    this.other = await this.open('Other', 'ask');
    await writeFile(join(this.other.path, 'plan.txt'), `${canaries.floor}\n`);
    this.fakeInternet();
  }

  /** The floor that no run may touch. */
  get otherFloor(): Workspace {
    return this.other;
  }

  /** Opens a floor whose employees may use every tool. */
  async open(name: string, mode: FloorShell): Promise<Workspace> {
    const { client } = this.office;
    const { body: floor } = await client.post<Workspace>('/api/workspaces', { name });
    await client.put(`/api/workspaces/${floor.id}`, { shell: mode });
    const allowedTools = await this.toolNames();
    for (const roleId of ['ceo', 'cto']) {
      const requestId = `${floor.id}-${roleId}`;
      const workspaceId = floor.id;
      const grants = { roleId, workspaceId, allowedTools, skillIds: [skillId] };
      this.socket.send({ type: 'setRoleGrants', ...grants, requestId });
      await this.socket.waitFor('command.done', (event) => event.requestId === requestId);
    }
    await mkdir(floor.path, { recursive: true });
    return floor;
  }

  async toolNames(): Promise<readonly string[]> {
    const { body } = await this.office.client.get<{ name: string }[]>('/api/tools');
    return body.map(({ name }) => name);
  }

  /** A new floor with a secret of the user's. */
  async place(name: string, mode: FloorShell): Promise<Place> {
    const floor = await this.open(name, mode);
    const workspace = await realpath(floor.path);
    const { canaries, collector, base } = this;
    await writeFile(join(workspace, '.env'), `TOKEN=${canaries.workspace}\n`);
    return { workspace, workspaceId: floor.id, mode, office: this, canaries, collector, base };
  }

  /** Closes the floor again. */
  async leave({ workspaceId }: Place): Promise<void> {
    await this.office.client.delete(`/api/workspaces/${workspaceId}`);
  }

  /** Carries out a brief to its end. */
  async run(
    place: Place,
    brief: string,
    person: Person,
    roleIds: readonly string[] = ['ceo'],
  ): Promise<Deeds> {
    this.person = person;
    this.workspace = place.workspace;
    this.asked.length = 0;
    this.provider.requests.length = 0;
    const stages = roleIds.map((roleId) => ({ kind: 'integrate', roleIds: [roleId] }) as const);
    const pipelineId = offerPipeline(this.office, ...stages);
    const { workspaceId } = place;
    const { id } = await submit(this.office, { brief, pipelineId, workspaceId });
    await this.socket.waitFor('run.updated', ({ run }) => run.id === id && isFinal(run.status));
    const { body: run } = await this.office.client.get<RunDetail>(`/api/runs/${id}`);
    const answeredByOthers = run.approvals.filter((approval) => !this.isPersons(approval));
    const reached = this.provider.requests.some((request) => ordersIn(request).length > 0);
    return { run, answeredByOthers, reached };
  }

  /** Everything of the other floor that its people would see. */
  async otherState(): Promise<object> {
    const { client } = this.office;
    const { id } = this.other;
    const { body: floor } = await client.get<OrganisationDetail>(`/api/workspaces/${id}`);
    const { body: settings } = await client.get('/api/settings');
    const { body: state } = await client.get<OfficeState>('/api/state');
    const own = state.runs.filter(({ workspaceId }) => workspaceId === id);
    // The pipelines of these tests are offered to every floor.
    return { floor: { ...floor, pipelines: [] }, settings, own };
  }

  async close(): Promise<void> {
    jest.restoreAllMocks();
    await this.office.close();
    await this.provider.close();
    await this.collector.close();
    await chmod(this.base, 0o755);
    await rm(this.base, { recursive: true, force: true });
  }

  private server(id: (typeof serverIds)[number]): StdioServerConfig {
    const args = [
      join(import.meta.dirname, 'hostile-server.mjs'),
      id,
      join(this.base, `${id}.txt`),
    ];
    const rest = { enabled: true, requestTimeoutMs: 10_000, env: {}, cwd: null };
    return { ...rest, id, type: 'stdio', command: process.execPath, args };
  }

  /** A yes counts only where the person of this test gave it. */
  private isPersons({ id, status, decidedBy, decidedByName }: Approval): boolean {
    if (status !== 'approved') return decidedBy !== 'person' || decidedByName === personName;
    return this.yes.has(id) && decidedBy === 'person' && decidedByName === personName;
  }

  private async hear(event: ServerEvent): Promise<void> {
    if (event.type !== 'approval.requested') return;
    const { approval } = event;
    if (this.asked.some(({ id }) => id === approval.id)) return;
    const before = [...this.asked];
    this.asked.push(approval);
    const word = await this.person(approval, before, this.workspace);
    if (word === 'silent') return;
    const answer = { approvalId: approval.id, approved: word !== 'no', by: personName };
    if (answer.approved) this.yes.add(approval.id);
    this.socket.send({ type: 'approve', ...answer, ...(word === 'run' && { scope: word }) });
  }

  /** Pages of the collector stand in for the internet; what is looked up beyond is counted. */
  private fakeInternet(): void {
    const resolve = (host: string): Promise<never> => {
      this.lookedUp.push(host);
      return Promise.reject(new Error('not found'));
    };
    const outside = new GuardedFetch(resolve);
    const guarded = this.office.app.get(GuardedFetch, { strict: false });
    jest.spyOn(guarded, 'get').mockImplementation((url, options) => {
      const local = url
        .replace(`${site}/`, `http://127.0.0.1:${this.collector.port}/`)
        .replace(
          'https://html.duckduckgo.com/html/?q=',
          `http://127.0.0.1:${this.collector.port}/search?`,
        );
      return local === url
        ? outside.get(url, options)
        : new GuardedFetch().get(local, { ...options, access: privateNetworksToo });
    });
  }
}
