import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { activityOf } from '../../src/runs/engine/turn/tools/tool-runner.js';
import { fixture } from '../mcp/open-connection.js';
import { codeManifestOf, putPlugin, toolModule } from '../support/plugins/plugin-workshop.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { OfficeClient } from '../support/office-client.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { finished } from './support/carry-out.js';
import { ServiceLife } from './support/service-life.js';

const roleId = 'researcher';
const brief = { brief: 'Look at the kettle.', pipelineId: 'quick-answer' };

/**
 * SIGTERM while a run uses what a plugin, an MCP server or a plugin's provider gives it. The run is
 * let go first, so nothing of it fails because what it used has ended.
 */
describe('SIGTERM while a run uses an extension', () => {
  const at = temporaryDirectory();
  let scripted: ScriptedProvider;
  let tests = 0;
  let lives: ServiceLife[] = [];
  const place = (...names: string[]) => at(`test-${tests}`, ...names);

  beforeEach(async () => {
    tests += 1;
    scripted = await ScriptedProvider.start();
  });
  afterEach(async () => {
    for (const life of lives) if (life.alive) await life.kill();
    lives = [];
    await scripted.close();
  });

  function start(env: Readonly<Record<string, string>>): ServiceLife {
    const life = ServiceLife.start({
      OFFICE_DB: place('office.sqlite'),
      OFFICE_LLM_MODE: 'live',
      OPENAI_API_KEY: 'key',
      OFFICE_OPENAI_BASE_URL: scripted.baseUrl,
      OFFICE_OPENAI_ENDPOINT: 'chat',
      OFFICE_MODEL_DISCOVERY: 'false',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      OFFICE_WORKSPACE: place('workspace'),
      OFFICE_WORKSPACES_ROOT: place('workspaces'),
      OFFICE_PLUGINS_DIR: place('plugins'),
      OFFICE_PLUGIN_INSTALL_DIR: place('installed'),
      OFFICE_MCP: 'false',
      OFFICE_VENDOR_DELEGATION: 'false',
      ...env,
    });
    lives.push(life);
    return life;
  }

  /** The first process is told to end once the run is at work; the next one brings it to its end. */
  async function restarted(
    env: Readonly<Record<string, string>>,
    atWork: (life: ServiceLife, client: OfficeClient) => Promise<unknown>,
    prepare: (client: OfficeClient) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<RunDetail> {
    const first = start(env);
    const client = await first.serving();
    await prepare(client);
    const { body } = await client.post<Run>('/api/submit', brief);
    await atWork(first, client);
    expect(await first.stop()).toBe(0);
    const next = await start(env).serving();
    return finished(next, body.id);
  }

  it('leaves the tool of a plugin as interrupted, and not as crashed', async () => {
    await putPlugin(place('plugins', 'kettle'), {
      manifest: codeManifestOf({ id: 'test.kettle' }),
      files: {
        'index.mjs': toolModule(
          'boil',
          `api.log('info', 'the water is on'); return await new Promise(() => {});`,
        ),
      },
    });
    scripted.reply(callOf('test_kettle_boil'));
    const run = await restarted(
      {},
      (life) => life.said(/the water is on/),
      (client) => grant(client, 'test_kettle_boil'),
    );
    expectInterrupted(run);
  }, 60_000);

  it('leaves the tool of an MCP server as interrupted, and not as failed', async () => {
    const { id, command, args } = fixture('silent-call');
    const name = `mcp__${id}__echo`;
    scripted.reply(callOf(name));
    const run = await restarted(
      {
        OFFICE_MCP: 'true',
        OFFICE_MCP_SERVERS: [`${id}=${command}`, ...args].join(' '),
        OFFICE_MCP_REQUIRE_APPROVAL: 'false',
        OFFICE_MCP_GRANT_ROLES: roleId,
      },
      async (_life, client) => {
        const socket = await client.connect();
        await socket.waitForAny((event) => JSON.stringify(event).includes(activityOf(name, {})));
      },
    );
    expectInterrupted(run);
  }, 60_000);

  it("makes a call to a plugin's model again, and fails no turn for want of the model", async () => {
    const provider = { id: 'acme', label: 'Acme', kind: 'openai-compat', keyless: true };
    await putPlugin(place('plugins', 'acme'), {
      manifest: codeManifestOf({
        id: 'test.acme',
        permissions: ['providers', 'models'],
        contributes: {
          providers: [{ ...provider, baseUrl: scripted.baseUrl }],
          models: [{ id: 'acme-one', providerId: 'acme', tier: 'standard' }],
        },
      }),
      files: {
        'index.mjs': `let log;
          export const activate = (api) => void (log = api.log);
          export const deactivate = () => {
            log('info', 'deactivating');
            return new Promise(() => {});
          };`,
      },
    });
    const asked = Promise.withResolvers<void>();
    const unloading = Promise.withResolvers<void>();
    scripted.respondWith(async () => {
      asked.resolve();
      await unloading.promise;
      return { text: ['The work is done.\nTAGS: docs'] };
    });
    const run = await restarted({ OPENAI_API_KEY: '' }, async (life) => {
      void life.said(/deactivating/).then(() => unloading.resolve());
      await asked.promise;
    });
    expect(run.status).toBe('done');
    expect(run.turns.map(({ status, error }) => [status, error])).toEqual(
      run.turns.map(() => ['done', null]),
    );
  }, 60_000);

  async function grant(client: OfficeClient, name: string): Promise<void> {
    const socket = await client.connect();
    socket.send({ type: 'setRoleGrants', roleId, allowedTools: [name] });
    await socket.waitFor('org.updated');
  }
});

const callOf = (name: string) => ({ toolCalls: [{ id: 'call_1', name, args: ['{}'] }] });

function expectInterrupted(run: RunDetail): void {
  expect(run.status).toBe('done');
  expect(new Set(run.turns.map(({ status }) => status))).toEqual(new Set(['done']));
  const [call] = run.turns.flatMap(({ toolCalls }) => toolCalls);
  expect(call).toMatchObject({ status: 'error', resultPreview: runTexts.interruptedTool });
}
