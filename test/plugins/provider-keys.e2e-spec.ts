import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderStatus } from '../../src/protocol/records/models.js';
import { fixture } from '../mcp/open-connection.js';
import {
  codeManifestOf,
  manifestOf,
  putPlugin,
  toolModule,
} from '../support/plugins/plugin-workshop.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { ToolOffice } from '../support/tools/tool-office.js';

const inDir = temporaryDirectory();

/** Its key has a name that does not say what it is: only the manifest does. */
const vendor = manifestOf({
  id: 'test.vendor',
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

const teller = {
  manifest: codeManifestOf({ id: 'test.teller' }),
  files: {
    'index.mjs': toolModule(
      'tell',
      'return { ok: true, content: JSON.stringify(Object.keys(process.env)) };',
    ),
  },
};

describe("the key of a plugin's provider", () => {
  let office: ToolOffice;

  beforeAll(async () => {
    await putPlugin(inDir('plugins', 'vendor'), { manifest: vendor });
    await putPlugin(inDir('plugins', 'teller'), teller);
    const { id, command, args } = fixture('environment');
    office = await ToolOffice.start({
      PATH: process.env.PATH,
      HARMLESS: 'kept',
      ACME_PASSPHRASE: 'open sesame',
      OFFICE_PLUGINS_DIR: inDir('plugins'),
      OFFICE_MCP_SERVERS: [`${id}=${command}`, ...args].join(' '),
      OFFICE_MCP_GRANT_ROLES: '*',
      OFFICE_MCP_REQUIRE_APPROVAL: 'false',
    });
  });
  afterAll(() => office.close());

  const toldBy = async (tool: string): Promise<string> =>
    (await office.use(tool, tool === 'run_shell' ? { command: 'env' } : {}, approvalOf(tool))).told;
  const approvalOf = (tool: string) => (tool === 'run_shell' ? { approved: true } : undefined);
  const enable = (enabled: boolean) =>
    office.office.client.post('/api/plugins/test.vendor/enable', { enabled });

  it('is read by the service', async () => {
    const { body } = await office.office.client.get<ProviderStatus[]>('/api/providers');
    expect(body.find(({ id }) => id === 'acme')).toMatchObject({ configured: true });
  });

  it('does not reach an MCP server, not even one that is started at boot', async () => {
    const told = await toldBy('mcp__environment__echo');
    expect(told).toContain('HARMLESS');
    expect(told).not.toContain('ACME_PASSPHRASE');
  });

  it('does not reach the shell', async () => {
    const told = await toldBy('run_shell');
    expect(told).toContain('HARMLESS=kept');
    expect(told).not.toContain('ACME_PASSPHRASE');
  });

  it("does not reach another plugin's code, which inherits nothing at all", async () => {
    const told = await toldBy('test_teller_tell');
    expect(told).toContain('OFFICE_CHILD_TREE');
    expect(told).not.toMatch(/ACME_PASSPHRASE|HARMLESS|PATH/);
  });

  it('is no less a secret while the plugin is off', async () => {
    await enable(false);
    expect(await toldBy('run_shell')).not.toContain('ACME_PASSPHRASE');
    await enable(true);
  });
});
