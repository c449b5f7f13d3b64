import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream } from '@agentclientprotocol/sdk';
import { describe, expect, it } from '@jest/globals';
import { parseInlineVendors } from '../../src/vendors/config/read-vendor-configuration.js';
import { vendorTexts } from '../../src/protocol/texts/vendors.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { harnessOf, inWorkspace } from './engage.js';

/** The packages that are tried: those of moderate size, or the named ones. */
const wanted = (process.env.REAL_HARNESSES ?? 'gemini-cli,qwen-code').split(',');

const packages = [
  ['claude-code', '@agentclientprotocol/claude-agent-acp@0.101.0', 'claude-agent-acp', null],
  ['gemini-cli', '@google/gemini-cli@0.61.0', 'gemini', 'Log in with Google'],
  ['qwen-code', '@qwen-code/qwen-code@0.24.4', 'qwen', 'Use OpenAI API key'],
] as const;

/** Has models that need no account, so a prompt would leave this machine. */
const openCode = {
  name: 'opencode-ai@1.18.33',
  // Without its script after the installation the program is in the package of the platform.
  program: `../opencode-${process.platform}-${process.arch}/bin/opencode`,
};

const at = temporaryDirectory();

/** Why the registry cannot be used; null: it can. */
function obstacle(): string | null {
  try {
    execFileSync('npm', ['ping'], { timeout: 20_000, stdio: 'ignore' });
    return null;
  } catch {
    return 'the registry of npm does not answer';
  }
}

const missing = obstacle();
const describeWithRegistry = missing === null ? describe : describe.skip;

describeWithRegistry(`packages of harnesses (${missing ?? 'from the registry'})`, () => {
  for (const [preset, name, program, way] of packages) {
    if (!wanted.includes(preset)) continue;
    // Its home is empty, so there is no account and the task is sent to nobody.
    it(`${preset} starts, and says that it is not signed in`, async () => {
      const [vendor] = parseInlineVendors(preset).vendors;
      const agent = harnessOf(installed(preset, name, program), {
        label: preset,
        transport: 'acp',
        args: vendor?.args,
        env: { HOME: at(), NO_BROWSER: '1' },
        timeoutMs: 120_000,
        // Nobody is asked first, as after a yes.
        capabilities: { readOnlyEnforcement: 'client' },
      });
      const { ok, content } = await agent.delegate(inWorkspace(at()), { task: 'Say hello.' });
      expect(ok).toBe(false);
      expect(content).toContain(vendorTexts.acpAuthentication(null));
      if (way !== null) expect(content).toContain(way);
    }, 400_000);
  }

  if (!wanted.includes('opencode')) return;

  it('opencode starts and opens a session; it is sent no prompt', async () => {
    const program = installed('opencode', openCode.name, openCode.program);
    const [vendor] = parseInlineVendors('opencode').vendors;
    const child = spawn(program, [...(vendor?.args ?? [])], {
      env: { PATH: process.env.PATH, HOME: at('home') },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(child, 'close');
    try {
      const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
      const { agent } = client({ name: 'office of the tests' }).connect(
        ndJsonStream(Writable.toWeb(child.stdin), output),
      );
      const greeting = await agent.request('initialize', {
        protocolVersion: 1,
        clientCapabilities: {},
      });
      expect(greeting.protocolVersion).toBe(1);
      const session = await agent.request('session/new', { cwd: at('workspace'), mcpServers: [] });
      expect(session.sessionId).not.toBe('');
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }, 400_000);
});

/** Installs a package; its program. */
function installed(preset: string, name: string, program: string): string {
  const folder = at(preset);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', [...args, name], { timeout: 240_000, stdio: 'ignore' });
  return join(folder, 'node_modules/.bin', program);
}
