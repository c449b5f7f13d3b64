import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assembleModels } from '#test/support/models/a-models-service.js';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';

const list = 'GET /models';

describe('a request for a list', () => {
  let scripted: ScriptedProvider;
  let held: PromiseWithResolvers<void>;
  beforeEach(async () => {
    scripted = await ScriptedProvider.start();
    held = Promise.withResolvers();
    scripted.route(list, { body: { data: [{ id: 'gpt-4o' }] }, after: held.promise });
  });
  afterEach(() => scripted.close());

  const openAi = () => {
    const env = { OPENAI_API_KEY: 'k', OFFICE_OPENAI_BASE_URL: scripted.baseUrl };
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
    expect([one?.ok, other === one, scripted.count(list)]).toEqual([true, true, 1]);
    await discovery.discover([provider], true);
    expect(scripted.count(list)).toBe(2);
  });

  it('is another one for another key, and a late answer to a former key is not kept', async () => {
    const { discovery, provider } = openAi();
    const late = discovery.discover([{ ...provider, key: 'former' }], true);
    const asked = discovery.discover([provider], true);
    held.resolve();
    const [report] = await asked;
    await late;
    expect(scripted.count(list)).toBe(2);
    expect(discovery.report('openai')).toBe(report);
    await discovery.discover([{ ...provider, key: 'former' }], true);
    expect(discovery.report('openai')).toBe(report);
  });
});
