import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Office } from '../../src/client/office.js';
import { BenchOffice } from './bench-office.js';
import { startStreamingProvider, type StreamingProvider } from './streaming-provider.js';

const pipelineId = 'all-at-once';
/** Roles of the floor that every installation begins with. */
const pluginId = 'bench.all-at-once';

/** An office in which so many people can write at the same time, for as long as is wanted. */
export interface WritingOffice {
  readonly office: BenchOffice;
  /** Begins a run; resolves with its id once everybody writes. */
  begin(): Promise<string>;
  /** Lets everybody finish. */
  finish(): void;
  close(): Promise<void>;
}

/** @param people at most as many as the first floor has */
export async function openWritingOffice(directory: string, people: number): Promise<WritingOffice> {
  const provider = await startStreamingProvider();
  const plugins = join(directory, 'plugins');
  mkdirSync(join(plugins, pipelineId), { recursive: true });
  const roleIds = (await rolesOf(directory)).slice(0, people);
  if (roleIds.length < people) throw new Error(`The floor has only ${roleIds.length} people.`);
  writeFileSync(
    join(plugins, pipelineId, 'plugin.json'),
    JSON.stringify(pluginOf(roleIds), null, 2),
  );
  const office = await BenchOffice.open(directory, {
    OFFICE_LLM_MODE: 'live',
    OPENAI_API_KEY: 'k',
    OFFICE_OPENAI_BASE_URL: provider.baseUrl,
    OFFICE_OPENAI_ENDPOINT: 'chat',
    OFFICE_MODEL_DISCOVERY: 'false',
    OFFICE_BENCHMARKS: 'false',
    OFFICE_ENDPOINT_HEALTH: 'false',
    OFFICE_PLUGINS_DIR: plugins,
  });
  return {
    office,
    begin: () => begin(office.address, provider, people),
    finish: () => provider.finish(),
    close: async () => {
      provider.finish();
      await office.close();
      await provider.close();
    },
  };
}

async function rolesOf(directory: string): Promise<readonly string[]> {
  const office = await BenchOffice.open(directory);
  using client = await Office.connect(office.address);
  const ids = client.state.roles.map(({ id }) => id);
  await office.close();
  return ids;
}

async function begin(
  address: string,
  provider: StreamingProvider,
  people: number,
): Promise<string> {
  using client = await Office.connect(address);
  const given = { brief: 'Everybody writes down what they know', pipelineId, budgetUsd: 1000 };
  const { id } = await client.http.submit(given);
  while (provider.writing < people) await pause(50);
  return id;
}

function pluginOf(roleIds: readonly string[]): object {
  const stage = {
    kind: 'research',
    name: 'Everybody writes',
    roleIds,
    mode: 'parallel',
    readOnly: true,
    instruction: 'Write down what you know.',
  };
  return {
    id: pluginId,
    name: 'All at once',
    version: '1.0.0',
    description: 'A pipeline in which everybody writes at the same time.',
    apiVersion: '1',
    license: 'MIT',
    permissions: ['pipelines'],
    contributes: {
      pipelines: [
        { id: pipelineId, name: 'All at once', description: 'Everybody writes.', stages: [stage] },
      ],
    },
  };
}
