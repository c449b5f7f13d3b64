import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { officeBrain } from '../support/scripted-provider/office-brain.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { RunningOffice } from '../support/start-office.js';

/** A stage of the longest pipeline takes a moment; the socket waits for each. */
async function settled(socket: OfficeSocket, run: Run): Promise<Run> {
  for (const stage of run.stages) {
    await socket.waitFor('stage.finished', (event) => event.stage.id === stage.id);
  }
  const final = ['done', 'failed', 'cancelled'];
  const event = await socket.waitFor('run.updated', ({ run: { status } }) =>
    final.includes(status),
  );
  return event.run;
}

describe('a product built by live models', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let run: Run;

  /** What the provider counted for each call, by the model it was asked for. */
  const billed: { model: string; tokensIn: number; tokensOut: number }[] = [];

  async function preferClaude(roleId: string): Promise<void> {
    const [hello] = socket.ofType('hello');
    const role = hello?.state.roles.find(({ id }) => id === roleId);
    if (role === undefined) throw new Error(`no ${roleId}`);
    const preferredModelId = 'claude-3-5-sonnet-latest';
    const policy = { ...role.modelPolicy, preferredModelId };
    socket.send({ type: 'setModelPolicy', roleId, policy });
    await socket.waitFor('org.updated');
  }

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith((request) => {
      const usage = { tokensIn: 1000 + billed.length * 7, tokensOut: 100 + billed.length * 3 };
      billed.push({ model: String(request.body?.['model']), ...usage });
      return { ...officeBrain(request), usage };
    });
    office = await startLiveOffice(provider, { DEEPSEEK_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' });
    socket = await office.client.connect();
    await preferClaude('cto');
    const submitted = await office.client.post<Run>('/api/submit', {
      brief:
        'Build a todo list for two people who share one kitchen, with an API and a small page.',
      pipelineId: 'product-build',
    });
    expect(submitted.status).toBe(202);
    run = await settled(socket, submitted.body);
  }, 60_000);

  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('is done, in all the stages that its plan asks for', () => {
    expect(run).toMatchObject({ status: 'done', error: null });
    const left = run.stages.filter(({ status }) => status !== 'done');
    expect(left.map(({ spec, status }) => [spec.name, status])).toEqual([
      ['Research', 'skipped'],
      ['Technical plan', 'skipped'],
    ]);
    expect(run.outcome).toContain('# Report');
  });

  it('cost what the provider counted, to the micro-dollar', async () => {
    const { body: models } = await office.client.get<ModelSpec[]>('/api/models');
    const sum = billed.reduce((usd, { model, tokensIn, tokensOut }) => {
      const { costPerMTokIn = 0, costPerMTokOut = 0 } = models.find(({ id }) => id === model) ?? {};
      return usd + (tokensIn * costPerMTokIn + tokensOut * costPerMTokOut) / 1e6;
    }, 0);
    expect(sum).toBeGreaterThan(0.001);
    expect(run.budget.spentUsd).toBeCloseTo(sum, 9);
    const { body: detail } = await office.client.get<RunDetail>(`/api/runs/${run.id}`);
    const ofTurns = detail.turns.reduce((usd, turn) => usd + turn.usage.costUsd, 0);
    expect(ofTurns).toBeCloseTo(sum, 9);
    expect(detail.turns.some((turn) => turn.usage.estimated)).toBe(false);
  });

  it('used both dialects', () => {
    const paths = new Set(provider.requests.map(({ path }) => path));
    expect([...paths].sort()).toEqual(['/v1/chat/completions', '/v1/messages']);
  });

  it('streamed every word of the recorded answers', async () => {
    const { body: detail } = await office.client.get<RunDetail>(`/api/runs/${run.id}`);
    for (const turn of detail.turns) {
      const deltas = socket.ofType('turn.delta').filter(({ turnId }) => turnId === turn.id);
      expect(deltas.map(({ text }) => text).join('')).toBe(turn.text);
    }
  });

  it('says of each turn who answered and why', async () => {
    const { body: detail } = await office.client.get<RunDetail>(`/api/runs/${run.id}`);
    for (const { route, servedBy } of detail.turns) {
      expect(servedBy).toEqual({ providerId: route.providerId, modelId: route.modelId });
      expect(route.reason).toMatch(/^task '\w+' maps to \w+ under this role's policy — /);
      expect(route.considered.length).toBeGreaterThan(3);
    }
  });
});
