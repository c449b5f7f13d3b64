import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { familyOf } from '../../src/models/routing/model-family.js';
import type { TurnRecord } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { carryOut, offerPipeline } from './support/commission.js';

const policy = { defaultTier: 'strong', minTier: 'strong', maxTier: 'strong', pin: true } as const;

let provider: ScriptedProvider;
let office: RunningOffice;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  provider.respondWith(() => ({ text: ['It is done.\n\nVerdict: approved'] }));
});
afterEach(() => office.close());
afterAll(() => provider.close());

/** The turns of a run whose author has the model that its reviewer would get. */
async function turnsWith(env: Record<string, string>): Promise<readonly TurnRecord[]> {
  office = await startLiveOffice(provider, env);
  const socket = await office.client.connect();
  for (const [roleId, preferredModelId] of [['backend-dev-1', 'o3-mini'], ['qa-lead']] as const) {
    const named = { ...policy, ...(preferredModelId && { preferredModelId }) };
    socket.send({ type: 'setModelPolicy', roleId, policy: named, requestId: roleId });
    await socket.waitFor('command.done', ({ requestId }) => requestId === roleId);
  }
  const pipelineId = offerPipeline(
    office,
    { kind: 'build', name: 'Build', roleIds: ['backend-dev-1'] },
    { kind: 'review', name: 'Review', mode: 'review-loop', roleIds: ['qa-lead'] },
  );
  return (await carryOut(office, socket, { pipelineId })).turns;
}

it('routes a review to another family of models than the build, and says so', async () => {
  const [built, judged] = await turnsWith({ OPENAI_API_KEY: 'key', DEEPSEEK_API_KEY: 'key' });
  expect(judged?.route.tier).toBe(built?.route.tier);
  expect(familyOf(judged?.route.modelId ?? '')).not.toBe(familyOf(built?.route.modelId ?? ''));
  expect(built?.route.reason).not.toContain('another family');
  expect(judged?.route.reason).toContain(
    "judges work of the family 'gpt', so openai/o3-mini was passed over for another family",
  );
});

it('changes nothing where there is only one family', async () => {
  const [built, judged] = await turnsWith({ OPENAI_API_KEY: 'key' });
  expect(judged?.route.modelId).toBe(built?.route.modelId);
  expect(judged?.route.reason).not.toContain('family');
});
