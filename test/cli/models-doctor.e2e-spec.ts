import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderExamination } from '../../src/models/doctor/examine-provider.js';
import { freePort } from '../support/free-port.js';
import { type ProgramResult, repositoryRoot, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { anthropic } from '../support/providers/anthropic.js';
import type { Brain } from '../support/providers/core/reply.js';
import { simulatorKey, ProviderSimulator } from '../support/providers/core/simulator.js';
import type { ProviderRules } from '../support/providers/core/provider-rules.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { ollama } from '../support/providers/ollama.js';
import { openAi } from '../support/providers/openai.js';
import { openRouter } from '../support/providers/openrouter.js';

const directory = temporaryDirectory();

/** Uses a tool that it is shown, once, and otherwise answers. */
const brain: Brain = ({ messages, toolNames }) => {
  const [tool] = toolNames;
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: `It is ${last.text} degrees.` };
  if (tool === undefined) return { text: 'ready' };
  return { toolCalls: [{ name: tool, arguments: '{"room":"kitchen"}' }] };
};

let simulator: ProviderSimulator | undefined;
afterEach(async () => {
  await simulator?.close();
  simulator = undefined;
});

async function started(rules: ProviderRules): Promise<ProviderSimulator> {
  simulator = await ProviderSimulator.start(rules, { brain });
  return simulator;
}

/** Runs in a directory without `.env`, with these variables and none of the tests' own. */
function doctor(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<ProgramResult> {
  const program = `${repositoryRoot}dist/cli/models.js`;
  return runProgram('node', [program, 'doctor', ...args], {
    cwd: directory(),
    env: { OFFICE_LOCAL_BASE_URL: 'http://127.0.0.1:9/v1', NO_COLOR: '1', ...env },
    input,
  });
}

function recordsOf({ stdout }: ProgramResult): readonly ProviderExamination[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ProviderExamination);
}

function statusesOf(examination: ProviderExamination | undefined): Record<string, string> {
  return Object.fromEntries(
    (examination?.checks ?? []).map(({ check, status }) => [check, status]),
  );
}

const providers = [
  ['openai', 'OPENAI', openAi],
  ['deepseek', 'DEEPSEEK', deepSeek],
  ['anthropic', 'ANTHROPIC', anthropic],
  ['openrouter', 'OPENROUTER', openRouter],
] as const;

describe.each(providers)('with a key of %s', (providerId, name, rules) => {
  const at = (key: string, { baseUrl }: ProviderSimulator) => ({
    [`${name}_API_KEY`]: key,
    [`OFFICE_${name}_BASE_URL`]: baseUrl,
  });

  it('finds everything well, for less than a cent; or that the key is wrong, and whose it is', async () => {
    const providerAt = await started(rules());
    const [result, refused] = await Promise.all([
      doctor(['--yes', '--json'], at(simulatorKey, providerAt)),
      doctor(['--yes', '--json'], at('sk-wrong-key', providerAt)),
    ]);
    expect(providerAt.refusals.filter(({ rule }) => rule !== 'key')).toEqual([]);
    expect(providerAt.losses).toEqual([]);
    const [examination] = recordsOf(result);
    expect(examination).toMatchObject({ provider: providerId, keyVariable: `${name}_API_KEY` });
    expect(statusesOf(examination)).toEqual({ list: 'ok', answer: 'ok', tools: 'ok', cache: 'ok' });
    expect(examination?.costUsd).toBeGreaterThan(0);
    expect(examination?.costUsd).toBeLessThan(0.01);
    expect(result.code).toBe(0);

    const [unwell] = recordsOf(refused);
    const failed = unwell?.checks.find(({ status }) => status === 'failed');
    expect(failed?.finding).toContain(`(${name}_API_KEY)`);
    expect(failed?.finding).toMatch(/HTTP 401/);
    expect(refused.stdout).not.toContain('sk-wrong-key');
    expect(unwell).toMatchObject({ ok: false, costUsd: 0 });
    expect(refused.code).toBe(1);
  });
});

it('finds a provider that is down', async () => {
  const port = await freePort();
  const result = await doctor(['--yes', '--json'], {
    DEEPSEEK_API_KEY: simulatorKey,
    OFFICE_DEEPSEEK_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const [examination] = recordsOf(result);
  expect(statusesOf(examination)).toEqual({
    list: 'failed',
    answer: 'skipped',
    tools: 'skipped',
    cache: 'skipped',
  });
  expect(examination?.checks[0]?.finding).toMatch(/ECONNREFUSED/);
  expect(result.code).toBe(1);
});

it('goes on with what works where a model has no tools', async () => {
  const rules = ollama();
  const lists = { '/models': () => ({ object: 'list', data: [{ id: 'gemma3:4b' }] }) };
  const local = await started({ ...rules, lists });
  const result = await doctor(['--yes', '--json', '--provider', 'local'], {
    OFFICE_LOCAL_BASE_URL: local.baseUrl,
  });
  const [examination] = recordsOf(result);
  expect(examination?.model).toBe('gemma3:4b');
  expect(statusesOf(examination)).toMatchObject({ list: 'ok', answer: 'ok', tools: 'warn' });
  const tools = examination?.checks.find(({ check }) => check === 'tools');
  expect(tools?.finding).toMatch(/does not support tools/);
  expect(examination?.costUsd).toBe(0);
  expect(result).toMatchObject({ code: 0, stderr: '' });
});

describe('money', () => {
  const env = async () => ({
    DEEPSEEK_API_KEY: simulatorKey,
    OFFICE_DEEPSEEK_BASE_URL: (await started(deepSeek())).baseUrl,
  });

  it('is spent after a yes, without touching the database of an office', async () => {
    const database = directory('office.sqlite');
    const { code, stdout } = await doctor([], { ...(await env()), OFFICE_DB: database }, 'y\n');
    expect(existsSync(database)).toBe(false);
    expect(existsSync(directory('data'))).toBe(false);
    expect(stdout).toMatch(/deepseek: .* at 127\.0\.0\.1:\d+ with the key of DEEPSEEK_API_KEY/);
    expect(stdout).toMatch(/Spend at most \$0\.00\d\d\?/);
    expect(stdout).toMatch(/tools\s+.*1 call\(s\) and their results/);
    expect(code).toBe(0);
  });

  it.each([
    ['a no', 'n\n', 1],
    ['nobody', '', 2],
  ])('is not spent after %s', async (_, input, expected) => {
    const { code } = await doctor([], await env(), input);
    expect(code).toBe(expected);
    expect(simulator?.served).toEqual([]);
  });
});

it('examines providers of plugins, one with a key only when it is named', async () => {
  const near = await started(ollama());
  const plugin = directory('plugins', 'com.example.far');
  await mkdir(plugin, { recursive: true });
  const port = await freePort();
  const providers = [
    { id: 'near', label: 'Near', kind: 'openai-compat', baseUrl: near.baseUrl, keyless: true },
    {
      id: 'far',
      label: 'Far',
      kind: 'openai-compat',
      baseUrl: `https://127.0.0.1:${port}`,
      keyEnvVar: 'FAR_KEY',
    },
  ];
  const manifest = {
    id: 'com.example.far',
    name: 'Far',
    version: '1.0.0',
    apiVersion: '1',
    description: 'Models from near and far.',
    permissions: ['providers'],
    contributes: { providers },
  };
  await writeFile(`${plugin}/plugin.json`, JSON.stringify(manifest));
  const env = { OFFICE_PLUGINS_DIR: directory('plugins'), FAR_KEY: simulatorKey };
  const all = await doctor(['--yes', '--json'], env);
  expect(recordsOf(all).map(({ provider }) => provider)).toEqual(['near']);
  expect(statusesOf(recordsOf(all)[0])).toMatchObject({ list: 'ok', answer: 'ok' });
  expect(all.code).toBe(0);
  const named = await doctor(['--yes', '--json', '--provider', 'far'], env);
  expect(recordsOf(named)).toMatchObject([{ provider: 'far', keyVariable: 'FAR_KEY', ok: false }]);
  expect(named.code).toBe(1);
});

it.each([
  ['a provider that does not exist', ['doctor', '--provider', 'nobody']],
  ['a provider without its key', ['doctor', '--provider', 'openai']],
])('refuses %s', async (_, args) => {
  const program = `${repositoryRoot}dist/cli/models.js`;
  const { code, stderr } = await runProgram('node', [program, ...args], { cwd: directory() });
  expect(code).toBe(2);
  expect(stderr).toContain('Usage: npm run models');
});
