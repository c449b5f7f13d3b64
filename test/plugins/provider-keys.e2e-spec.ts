import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderStatus } from '../../src/protocol/records/models.js';
import { fixture } from '../mcp/open-connection.js';
import {
  codeManifestOf,
  manifestOf,
  putPlugin,
  toolModule,
} from '../support/plugins/plugin-workshop.js';
import { eventsAfter } from '../support/organisations/ask-socket.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { ToolOffice } from '../support/tools/tool-office.js';

const inDir = temporaryDirectory();

/** Its key has a name that does not say what it is: only the manifest does. */
const manifest = manifestOf({
  id: 'test.provider',
  permissions: ['providers'],
  contributes: {
    providers: [
      {
        id: 'acme',
        label: 'Acme',
        kind: 'openai-compat',
        baseUrl: 'https://api.acme.example/v1',
        keyEnvVar: 'ACME_PASSPHRASE',
      },
    ],
  },
});

const reader = {
  manifest: codeManifestOf({ id: 'test.teller' }),
  files: {
    'index.mjs': toolModule(
      'tell',
      'return { ok: true, content: `process is ${typeof process}` };',
    ),
  },
};

describe("the key of a plugin's provider", () => {
  let office: ToolOffice;

  beforeAll(async () => {
    await putPlugin(inDir('plugins', 'provider'), { manifest });
    await putPlugin(inDir('plugins', 'teller'), reader);
    const { id, command, args } = fixture('environment');
    office = await ToolOffice.start({
      PATH: process.env.PATH,
      HARMLESS: 'kept',
      OFFICE_CHILD_ENV: 'HARMLESS',
      ACME_PASSPHRASE: 'open sesame',
      OFFICE_PLUGINS_DIR: inDir('plugins'),
      OFFICE_MCP_SERVERS: [`${id}=${command}`, ...args].join(' '),
      OFFICE_MCP_GRANT_ROLES: '*',
      OFFICE_MCP_REQUIRE_APPROVAL: 'false',
    });
  });
  afterAll(() => office.close());

  const outputOf = async (tool: string): Promise<string> =>
    (await office.use(tool, tool === 'run_shell' ? { command: 'env' } : {}, approvalOf(tool)))
      .reported;
  const approvalOf = (tool: string) => (tool === 'run_shell' ? { approved: true } : undefined);
  const enable = (enabled: boolean) =>
    office.office.client.post('/api/plugins/test.provider/enable', { enabled });

  it('is read by the service once an operator said so', async () => {
    const isConfigured = async () =>
      (await office.office.client.get<ProviderStatus[]>('/api/providers')).body.find(
        ({ id }) => id === 'acme',
      )?.configured;
    expect(await isConfigured()).toBe(false);
    const command = { pluginId: 'test.provider', providerId: 'acme', confirmed: true };
    await eventsAfter(office.office, { type: 'confirmProviderKey', ...command }, 'plugins.updated');
    expect(await isConfigured()).toBe(true);
  });

  it('does not reach an MCP server, not even one that is started at boot', async () => {
    const reported = await outputOf('mcp__environment__echo');
    expect(reported).toContain('HARMLESS');
    expect(reported).not.toContain('ACME_PASSPHRASE');
  });

  it('does not reach the shell', async () => {
    const reported = await outputOf('run_shell');
    expect(reported).toContain('HARMLESS=kept');
    expect(reported).not.toContain('ACME_PASSPHRASE');
  });

  it("does not reach another plugin's code, which has no environment at all", async () => {
    const reported = await outputOf('test_teller_tell');
    expect(reported).toContain('process is undefined');
  });

  it('is no less a secret while the plugin is off', async () => {
    await enable(false);
    expect(await outputOf('run_shell')).not.toContain('ACME_PASSPHRASE');
    await enable(true);
  });
});
