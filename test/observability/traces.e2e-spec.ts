import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { callsTool, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { OtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.js';

const directory = temporaryDirectory();
const brief = 'Build the mauve-heron report';
const secret = 'sk-observed-secret';

const isRoot = ({ parentSpanId }: ReceivedSpan): boolean => parentSpanId === undefined;

/** A run that a restart of the service cuts in two, traced by both processes. */
describe('the trace of a run', () => {
  let provider: ScriptedProvider;
  let collector: OtlpReceiver;
  let run: RunDetail;
  let logs: readonly string[];

  const open = () =>
    startLiveOffice(provider, {
      OPENAI_API_KEY: secret,
      OFFICE_DB: directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_LOG_FORMAT: 'json',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of%20the%20collector',
      OTEL_SERVICE_NAME: 'office under test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    });

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    collector = await OtlpReceiver.start();
    provider.respondWith(callsTool('run_shell', { command: 'echo mauve-heron' }, 'A mauve-heron.'));
    const first = await open();
    const watching = await first.client.connect();
    const stage = { kind: 'build', roleIds: ['backend-dev-1'] } as const;
    const { id } = await submit(first, { brief, pipelineId: offerPipeline(first, stage) });
    const { approval } = await watching.waitFor('approval.requested');
    await first.close();

    const second = await open();
    const socket = await second.client.connect();
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    run = await finished(second, socket, id);
    await second.close();
    logs = [...first.log, ...second.log];
  }, 120_000);

  afterAll(async () => {
    await collector.close();
    await provider.close();
  });

  it('reaches the collector in its protocol, under the name and with the headers given', () => {
    expect(collector.problems).toEqual([]);
    expect(collector.headers.length).toBeGreaterThan(1);
    for (const headers of collector.headers) {
      expect(headers['x-api-key']).toBe('of the collector');
    }
    for (const resource of collector.resources) {
      expect(resource).toMatchObject({
        'service.name': 'office under test',
        'deployment.environment.name': 'test',
      });
    }
  });

  it('is one tree, whichever process did the work', () => {
    expect(run.status).toBe('done');
    const { spans } = collector;
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.filter(isRoot).map(({ name }) => name)).toEqual(['run test-pipeline']);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    const above = ({ parentSpanId }: ReceivedSpan) => byId.get(parentSpanId ?? '')?.name;
    const places = new Map(spans.map((span) => [span.name, above(span)]));
    expect(Object.fromEntries(places)).toMatchObject({
      'stage build': 'run test-pipeline',
      'invoke_agent backend-dev-1': 'stage build',
      'execute_tool run_shell': 'invoke_agent backend-dev-1',
    });
    const calls = spans.filter(({ name }) => name.startsWith('chat '));
    expect(calls.map(above)).toEqual(Array(2).fill('invoke_agent backend-dev-1'));
    const commits = spans.filter(({ name }) => name === 'commit');
    expect(new Set(commits.map(above))).toEqual(
      new Set(['run test-pipeline', 'invoke_agent backend-dev-1']),
    );
  });

  it('says what was asked of which model by the names of the conventions', () => {
    const call = collector.spans.findLast(({ name }) => name.startsWith('chat '));
    expect(call).toMatchObject({
      kind: 3,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': run.turns[0]?.route.modelId,
        'gen_ai.usage.input_tokens': 120,
        'gen_ai.usage.output_tokens': 30,
        'gen_ai.response.time_to_first_chunk': expect.any(Number),
      },
    });
  });

  it('holds no word of the work and no secret', () => {
    for (const body of collector.bodies) {
      expect(body).not.toMatch(/mauve-heron/i);
      expect(body).not.toContain(secret);
    }
  });

  describe('and its log in JSON', () => {
    it('has one object a line, with the run and its trace where they are known', () => {
      const lines = logs.map((line) => JSON.parse(line) as Record<string, string>);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line).toMatchObject({
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          level: expect.stringMatching(/^(info|warn|error)$/),
          scope: expect.any(String),
          message: expect.any(String),
        });
      }
      const { id, workspaceId } = run;
      const [{ traceId } = { traceId: '' }] = collector.spans;
      const continued = lines.find(({ message }) => message?.includes('continues where it was'));
      expect(continued).toMatchObject({ runId: id, workspaceId, traceId });
    });

    it('holds no word of the work and no secret', () => {
      for (const line of logs) {
        expect(line).not.toMatch(/mauve-heron/i);
        expect(line).not.toContain(secret);
        expect(line).not.toContain('of the collector');
      }
    });
  });
});

describe('a collector that is not there', () => {
  it('costs one line of the log, and no run', async () => {
    const provider = await ScriptedProvider.start();
    const gone = await OtlpReceiver.start();
    const { endpoint } = gone;
    await gone.close();
    const office = await startLiveOffice(provider, {
      OPENAI_API_KEY: secret,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    });
    const socket = await office.client.connect();
    for (const pipelineId of [1, 2].map(() => offerPipeline(office, {}))) {
      const { id } = await submit(office, { pipelineId });
      expect((await finished(office, socket, id)).status).toBe('done');
    }
    await socket.waitFor('log', ({ scope }) => scope === 'traces');
    await office.close();
    await provider.close();
    expect(office.log.filter((line) => line.includes('[traces]'))).toEqual([
      'WARN [traces] spans were not taken by the OTLP receiver and are dropped',
    ]);
  });
});
