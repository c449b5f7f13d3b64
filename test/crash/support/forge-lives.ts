import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectedForge, ForgeIssue } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import type { WorldIssue, WorldRequest } from '../../support/forges/forge-world.js';
import type { OfficeClient } from '../../support/office-client.js';
import { until } from '../../support/until.js';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { promptOf, toolResultsIn } from '../../runs/support/commission.js';
import type { ScriptedReply } from '../../support/scripted-provider/scripted-reply.js';
import type {
  ScriptedProvider,
  ScriptedRequest,
} from '../../support/scripted-provider/scripted-provider.js';
import { crashEnv } from './crash-env.js';
import type { KillPlan } from './kill-plan.js';
import { ServiceLife } from './service-life.js';

interface Place {
  readonly directory: string;
  readonly database: DatabaseConfig;
  readonly provider: ScriptedProvider;
  /** Absent: each run writes one file. */
  readonly work?: (request: ScriptedRequest) => ScriptedReply;
}

/** What there is of an issue when all is over. */
export interface Traces {
  readonly runs: readonly Run[];
  readonly requests: readonly WorldRequest[];
  /** Marks of the office under the issue and its requests, in order. */
  readonly marks: readonly string[];
}

const betweenPollsMs = 500;

const onceMore = 'Once more, please.';

const mark = /<!-- office \d+\/([a-z]+)/g;

/** Lives of a service whose floor is a clone of a repository on a simulated forge. */
export class ForgeLives {
  private readonly lives: ServiceLife[] = [];
  private connected: ConnectedForge | undefined;
  private polledAt = -Infinity;

  private constructor(
    readonly forge: GithubSimulator,
    private readonly place: Place,
  ) {}

  static async make(place: Place): Promise<ForgeLives> {
    const bare = join(place.directory, 'forge');
    const workspace = join(place.directory, 'workspace');
    for (const folder of [bare, workspace]) mkdirSync(folder);
    place.provider.respondWith(place.work ?? writeOne);
    const forge = await GithubSimulator.start(bare);
    const who = ['-c', 'user.name=U', '-c', 'user.email=u@example.com'];
    const git = (...args: string[]): Buffer =>
      execFileSync('git', [...who, ...args], { cwd: workspace });
    writeFileSync(join(workspace, 'a.txt'), 'one\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
    forge.git.fetchFrom(workspace, 'main');
    return new ForgeLives(forge, place);
  }

  async end(): Promise<void> {
    for (const life of this.lives) if (life.alive) await life.kill();
    await this.forge.close();
  }

  /** @param plan absent: it is not meant to die */
  start(plan?: KillPlan): ServiceLife {
    const { directory, database, provider } = this.place;
    const env = {
      ...crashEnv({ directory, database, provider }),
      OFFICE_PRIVATE_HOSTS: new URL(this.forge.url).host,
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SNAPSHOTS_DIR: join(directory, 'snapshots'),
      OFFICE_WORKTREES_DIR: join(directory, 'worktrees'),
    };
    const life =
      plan === undefined
        ? ServiceLife.start(env)
        : ServiceLife.doomed(env, plan, join(directory, 'tally'));
    this.lives.push(life);
    return life;
  }

  async connect(client: OfficeClient): Promise<void> {
    const { kind, url, repository, token } = this.forge;
    const place = { kind, url, repository, token, workspaceId: 'default' };
    const rules = { pipelineId: 'code-change', perDay: 1000 };
    const { body, text } = await client.post<ConnectedForge>('/forges', { ...place, ...rules });
    if (!('forge' in body)) throw new Error(text);
    this.connected = body;
  }

  /** An issue whose runs write a file of its title: first one line, then two. */
  open(name: string): WorldIssue {
    return this.forge.world.openIssue({ title: `work-${name}`, labels: ['office'] });
  }

  /** A comment of somebody who may write. */
  wake(request: WorldRequest): void {
    this.forge.world.comment(request, 'ada', onceMore);
  }

  merge(request: WorldRequest): void {
    this.forge.world.endRequest(request, this.forge.git.tip(request.branch) ?? '', true);
  }

  /** @throws Error if there is none */
  requestOf(number: number): WorldRequest {
    const wanted = `office/issue-${number}-`;
    const found = [...this.forge.world.requests.values()].find(({ branch }) =>
      branch.startsWith(wanted),
    );
    if (found === undefined) throw new Error(`issue #${number} has no request`);
    return found;
  }

  async poll(client: OfficeClient): Promise<void> {
    await client.post(`/forges/${this.id}/poll`, {});
  }

  /** As often as is of use: each look asks for all that is open, beside the work that is waited for. */
  async pollAtTimes(client: OfficeClient): Promise<void> {
    const now = performance.now();
    if (now - this.polledAt < betweenPollsMs) return;
    this.polledAt = now;
    await this.poll(client);
  }

  async issue(client: OfficeClient, number: number): Promise<ForgeIssue | undefined> {
    const path = `/forges/${this.id}/issues`;
    const { body } = await client.get<readonly ForgeIssue[]>(path);
    return body.find((each) => each.number === number);
  }

  /** The issue once it is so; asks the office to look again and again. */
  async when(
    client: OfficeClient,
    number: number,
    holds: (issue: ForgeIssue) => boolean,
  ): Promise<ForgeIssue> {
    let found: ForgeIssue | undefined;
    await until(async () => {
      await this.pollAtTimes(client);
      found = await this.issue(client, number);
      return found !== undefined && holds(found);
    });
    if (found === undefined) throw new Error('unreachable');
    return found;
  }

  async traces(client: OfficeClient, issue: WorldIssue): Promise<Traces> {
    const { body: all } = await client.get<readonly Run[]>('/api/runs?limit=200');
    const { requests, issues } = this.forge.world;
    const own = [...requests.values()].filter(({ branch }) =>
      branch.startsWith(`office/issue-${issue.number}-`),
    );
    const first = all.filter(({ brief }) => brief.includes(`${issue.title}\n`));
    const ids = first.map(({ id }) => id);
    const said = [issues.get(issue.number), ...own].flatMap((each) => each?.comments ?? []);
    return {
      runs: [...first, ...all.filter(({ continues }) => ids.includes(continues ?? ''))],
      requests: own,
      marks: said.flatMap(({ body }) => [...body.matchAll(mark)].map(([, key = '']) => key)),
    };
  }

  private get id(): string {
    return this.connected?.forge.id ?? '';
  }
}

/** The planner builds alone, one file, and the reviewer approves. */
function writeOne(request: ScriptedRequest): ScriptedReply {
  const asked = JSON.stringify(request.body?.messages ?? []);
  const stage = [...asked.matchAll(/Stage: \*\*(\w+)\*\*/g)].at(-1)?.[1];
  const name = /work-[\w-]+/.exec(promptOf(request))?.[0] ?? 'none';
  const content = asked.includes(onceMore) ? 'one\ntwo\n' : 'one\n';
  switch (stage) {
    case 'Plan':
      return call('set_plan', { builders: [{ roleId: 'backend-dev-1', part: 'all' }], checks: [] });
    case 'Build':
      return hasWritten(toolResultsIn(request))
        ? { text: ['Built.'] }
        : call('write_file', { path: `${name}.txt`, content });
    default:
      return { text: ['Fine.\n\nVerdict: approved'] };
  }
}

/** After the answer of the plan; a write that a kill interrupted may not have happened. */
function hasWritten(results: readonly string[]): boolean {
  return results.length > 1 && results.at(-1) !== runTexts.interruptedTool;
}

function call(name: string, args: object): ScriptedReply {
  return { text: ['I do it.'], toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }] };
}
