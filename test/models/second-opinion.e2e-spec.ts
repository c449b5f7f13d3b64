import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { AppModule } from '../../src/app.module.js';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';

/** The turn's last entry is what a tool answered. */
const afterTool = ({ messages }: ChatCompletionRequest): boolean =>
  messages.at(-1)?.role === 'tool';

/**
 * The simulators are our own reading of the providers' rules. Here the providers are played by somebody
 * else: @copilotkit/aimock.
 */
describe('a run against the providers as others understand them', () => {
  let office: RunningOffice | undefined;
  let mock: LLMock;

  afterEach(async () => {
    await office?.close();
    await mock.stop();
  });

  it.each([
    ['OPENAI', '/v1/responses', 'gpt-6.1-sol', { OFFICE_OPENAI_ENDPOINT: 'auto' }],
    ['OPENAI', '/v1/chat/completions', 'gpt-4.1', { OFFICE_OPENAI_ENDPOINT: 'chat' }],
    ['ANTHROPIC', '/v1/messages', 'claude-opus-5', {}],
  ])('%s at %s: a tool is called, and its result understood', async (name, path, model, env) => {
    mock = new LLMock({ port: 0, logLevel: 'silent', strict: true });
    const looks = { name: 'list_dir', arguments: '{"path":"."}' };
    mock.on({ model, predicate: (request) => !afterTool(request) }, { toolCalls: [looks] });
    mock.on(
      { model, predicate: afterTool },
      { content: 'The directory is empty.\nTAGS: docs', reasoning: 'I have seen it.' },
    );
    await mock.start();
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: {
        OFFICE_LLM_MODE: 'auto',
        OFFICE_MODEL_DISCOVERY: 'true',
        OFFICE_BENCHMARKS: 'false',
        OFFICE_ENDPOINT_HEALTH: 'false',
        OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
        [`${name}_API_KEY`]: 'sk-second-opinion',
        [`OFFICE_${name}_BASE_URL`]: `${mock.url}/v1`,
        ...env,
      },
    });
    const socket = await office.client.connect();
    const pipelineId = offerPipeline(office, { roleIds: ['ceo'] });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run).toMatchObject({ status: 'done', error: null });
    const [turn] = run.turns;
    expect(turn).toMatchObject({
      status: 'done',
      servedBy: { providerId: name.toLowerCase(), modelId: model },
      toolCalls: [{ name: 'list_dir', status: 'ok' }],
    });
    expect(turn?.text).toContain('The directory is empty.');
    const asked = mock.getRequests().filter(({ method }) => method === 'POST');
    expect(asked.map((entry) => [entry.path, entry.response.status])).toEqual([
      [path, 200],
      [path, 200],
    ]);
  });
});
