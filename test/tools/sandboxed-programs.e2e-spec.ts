import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settled } from '../mcp/office-with-servers.js';
import { describeInSandbox } from '../support/sandbox-here.js';
import { ToolOffice } from '../support/tools/tool-office.js';

/** A sandbox shows what lies in the temporary directory only if it is told to: the checkout may. */
const programs = [
  fileURLToPath(new URL('../mcp/fixtures', import.meta.url)),
  dirname(process.execPath),
];
const fixture = fileURLToPath(new URL('../mcp/fixtures/environment.mjs', import.meta.url));

describeInSandbox('programs of the operator in a sandbox', () => {
  let home: string;
  let office: ToolOffice;

  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(homedir(), '.office-programs-')));
    await mkdir(join(home, 'given'));
    await writeFile(join(home, 'credentials'), 'a secret');
  });
  afterEach(async () => {
    await office.close();
    await rm(home, { recursive: true });
  });

  const open = async (mode: string, entry: object): Promise<void> => {
    const [mcp, vendors] = [join(home, 'mcp.json'), join(home, 'vendors.json')];
    const server = { id: 'env', command: process.execPath, args: [fixture], ...entry };
    const script = `cat ${home}/credentials; echo x > made; echo x > ${home}/given/made; ls -A ${home}`;
    const harness = { id: 'helper', command: '/bin/sh', args: ['-c', script], probeArgs: [] };
    await writeFile(mcp, JSON.stringify({ servers: [server] }));
    await writeFile(vendors, JSON.stringify({ vendors: [{ ...harness, ...entry }] }));
    office = await ToolOffice.start({
      OFFICE_SANDBOX: mode,
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_MCP_CONFIG: mcp,
      OFFICE_VENDORS_CONFIG: vendors,
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    });
    await mkdir(office.workspace, { recursive: true });
  };
  const delegate = async (): Promise<string> =>
    (await office.use('agent__helper__delegate', { task: 'Look.' })).reported;

  it('see the workspace and their folders alone', async () => {
    await open('required', { sandbox: true, folders: [join(home, 'given'), ...programs] });
    expect(await settled(office.socket, 'env', 'ready')).toMatchObject({ toolCount: 1 });
    const reported = await delegate();
    expect(reported).toContain('given');
    expect(reported).not.toMatch(/a secret|vendors\.json/);
    expect(await readFile(join(office.workspace, 'made'), 'utf8')).toBe('x\n');
    expect(await readFile(join(home, 'given/made'), 'utf8')).toBe('x\n');
  });

  it('are refused by name when a sandbox is required and they have none', async () => {
    await open('required', {});
    const { error } = await settled(office.socket, 'env', 'failed');
    expect(error).toContain('the entry of env lacks "sandbox": true');
    expect(await delegate()).toContain(
      'helper is not started: this office starts servers and harnesses in its sandbox only',
    );
  });

  it('are not started when they need a sandbox and there is none', async () => {
    await open('off', { sandbox: true });
    const { error } = await settled(office.socket, 'env', 'failed');
    expect(error).toContain('there is none: OFFICE_SANDBOX is off');
    expect(await delegate()).toContain('its entry asks for a sandbox, and there is none');
  });
});
