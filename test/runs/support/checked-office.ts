import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { checkResults } from '#protocol/rules/check-states.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { RunDetail, StageSpec } from '#protocol/records/work.js';
import { startLiveOffice } from '../../support/models/live-office.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import type { ScriptedReply } from '../../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../../support/start-office.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { carryOut, offerPipeline } from './commission.js';

export const stages: readonly Partial<StageSpec>[] = [
  { kind: 'plan', name: 'Plan', roleIds: ['backend-dev-1'] },
  { kind: 'build', name: 'Build', mode: 'parallel', roleIds: ['backend-dev-1'] },
  { kind: 'review', name: 'Review', mode: 'review-loop', roleIds: ['qa-lead'] },
  { kind: 'report', name: 'Report', roleIds: ['ceo'] },
];

interface Message {
  readonly role: string;
  readonly content: string | null;
}
const messagesOf = ({ body }: ScriptedRequest) => (body?.messages ?? []) as readonly Message[];
export const lastAsked = (request: ScriptedRequest): string =>
  messagesOf(request).findLast(({ role }) => role === 'user')?.content ?? '';
export const stageIn = (request: ScriptedRequest): string | undefined =>
  /Stage: \*\*(.*)\*\*/.exec(lastAsked(request))?.[1];
export const isRevision = (request: ScriptedRequest): boolean =>
  lastAsked(request).includes('change your files so that they answer');

/** Results of tools since the user spoke last. */
export const answeredIn = (request: ScriptedRequest): number => {
  const messages = messagesOf(request);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked).filter(({ role }) => role === 'tool').length;
};

export const call = (name: string, args: object, text = ''): ScriptedReply => ({
  ...(text !== '' && { text: [text] }),
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});
export const writes = (content: string, path = 'a.txt') => call('write_file', { path, content });

export interface Script {
  readonly checks?: readonly object[];
  readonly builders?: readonly object[];
  /** Contents of `a.txt`, as built and as revised. */
  readonly built?: string;
  readonly revised?: string;
  readonly verdict?: string;
}

/** A planner that builds alone, with these checks. */
export function plays(script: Script): (request: ScriptedRequest) => ScriptedReply {
  const { checks, built = 'one\n', revised = 'two\n', verdict = 'approved' } = script;
  const { builders = [{ roleId: 'backend-dev-1', part: 'all' }] } = script;
  return (request) => {
    const done = answeredIn(request);
    if (isRevision(request)) return done > 0 ? { text: ['Mended.'] } : writes(revised);
    switch (stageIn(request)) {
      case 'Plan':
        return checks === undefined
          ? { text: ['I build it.'] }
          : call('set_plan', { builders, checks }, 'I build it.');
      case 'Build':
        return done > 0 ? { text: ['Built.'] } : writes(built);
      case 'Review':
        return { text: [`Looked at.\n\nVerdict: ${verdict}`] };
      default:
        return { text: ['All is told.'] };
    }
  };
}

export const isTwo = { command: 'grep -qx two a.txt', proves: 'it says two' };
export const momentsOf = ({ checks = [] }: RunDetail) =>
  checks.map(({ moment, exitCode }: CheckRecord) => [moment, exitCode]);
export const statesOf = (run: RunDetail) => checkResults(run).map(({ state }) => state);

/** Offices whose runs are checked, one for each test, in a workspace that begins empty. */
export class CheckedOffice {
  readonly directory = temporaryDirectory();
  provider!: ScriptedProvider;
  office!: RunningOffice;
  socket!: OfficeSocket;

  constructor() {
    beforeAll(async () => {
      this.provider = await ScriptedProvider.start();
    });
    beforeEach(async () => {
      this.provider.requests.length = 0;
      await rm(this.workspace, { recursive: true, force: true });
    });
    afterEach(() => this.office.close());
    afterAll(() => this.provider.close());
  }

  get workspace(): string {
    return this.directory('workspace');
  }

  async open(env: Record<string, string> = {}): Promise<void> {
    this.office = await startLiveOffice(this.provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: this.workspace,
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH ?? '',
      ...env,
    });
    this.socket = await this.office.client.connect();
  }

  /** Offers the pipeline of these tests; answers its id. */
  offer(): string {
    return offerPipeline(this.office, ...stages);
  }

  carryOut(answer: (request: ScriptedRequest) => ScriptedReply): Promise<RunDetail> {
    this.provider.respondWith(answer);
    return carryOut(this.office, this.socket, { pipelineId: this.offer() });
  }
}
