import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assembleModels } from '#test/support/models/a-models-service.js';
import { ScriptedVendor } from '#test/support/scripted-vendor/scripted-vendor.js';

const list = 'GET /models';

describe('a request for a list', () => {
  let vendor: ScriptedVendor;
  let held: PromiseWithResolvers<void>;
  beforeEach(async () => {
    vendor = await ScriptedVendor.start();
    held = Promise.withResolvers();
    vendor.route(list, { body: { data: [{ id: 'gpt-4o' }] }, after: held.promise });
  });
  afterEach(() => vendor.close());

  const openAi = () => {
    const env = { OPENAI_API_KEY: 'k', OFFICE_OPENAI_BASE_URL: vendor.baseUrl };
    const { discovery, registry } = assembleModels({ OFFICE_LLM_MODE: 'live', ...env });
    const provider = registry.find('openai');
    if (provider === undefined) throw new Error('openai is not there');
    return { discovery, provider };
  };

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('is one for all who ask meanwhile, by force: %s, then %s', async (first, second) => {
    const { discovery, provider } = openAi();
    const asked = [discovery.discover([provider], first), discovery.discover([provider], second)];
    held.resolve();
    const [[one] = [], [other] = []] = await Promise.all(asked);
    expect([one?.ok, other === one, vendor.count(list)]).toEqual([true, true, 1]);
    await discovery.discover([provider], true);
    expect(vendor.count(list)).toBe(2);
  });

  it('is another one for another key, and a late answer to a former key is not kept', async () => {
    const { discovery, provider } = openAi();
    const late = discovery.discover([{ ...provider, key: 'former' }], true);
    const asked = discovery.discover([provider], true);
    held.resolve();
    const [report] = await asked;
    await late;
    expect(vendor.count(list)).toBe(2);
    expect(discovery.report('openai')).toBe(report);
    await discovery.discover([{ ...provider, key: 'former' }], true);
    expect(discovery.report('openai')).toBe(report);
  });
});
