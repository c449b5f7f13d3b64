import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { execa } from 'execa';
import { messageOf } from '../../src/platform/errors/error-text.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { type Assignment, useServer } from './conformance/client-under-test.js';

interface Suite {
  readonly name: string;
  readonly packageName: string;
  readonly which: readonly string[];
  /** Scenarios of what the service does not do; docs/mcp.md says why. */
  readonly notSupported: readonly string[];
}

const suites: readonly Suite[] = [
  {
    name: 'with initialize',
    packageName: '@modelcontextprotocol/conformance',
    which: ['--suite', 'all'],
    notSupported: [
      'elicitation-sep1034-client-defaults',
      'auth/client-credentials-jwt',
      'auth/cross-app-access-complete-flow',
    ],
  },
  {
    name: 'of 2026-07-28',
    packageName: 'conformance-of-2026',
    which: ['--requirements', '2026-07-28'],
    notSupported: [
      'sep-2322-client-request-state',
      'auth/client-credentials-jwt',
      'auth/dpop',
      'auth/dpop-nonce',
      'auth/enterprise-managed-authorization',
      'auth/wif-jwt-bearer',
    ],
  },
];

const root = join(import.meta.dirname, '../..');
const relay = join(import.meta.dirname, 'conformance/relay.mjs');

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const at = temporaryDirectory();
let server: Server;
let command: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void json(request)
      .then((assignment) => useServer(assignment as Assignment))
      .then((said) => response.end(said))
      .catch((error: unknown) => response.writeHead(500).end(messageOf(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  command = `${process.execPath} ${relay} http://127.0.0.1:${port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Failed = Map<string, readonly string[]>;

/** Runs scenarios and keeps what they found. */
async function run(
  { packageName }: Suite,
  folder: string,
  which: readonly string[],
  failed: Failed,
): Promise<void> {
  const program = join(root, `node_modules/${packageName}/dist/index.js`);
  const options = [...which, '--timeout', '60000', '-o', at(folder)];
  await execa(process.execPath, [program, 'client', '--command', command, ...options], {
    cwd: at('.'),
    reject: false,
  });
  for (const file of await readdir(at(folder), { recursive: true })) {
    if (!file.endsWith('checks.json')) continue;
    const checks = JSON.parse(await readFile(at(folder, file), 'utf8')) as Check[];
    failed.set(scenarioOf(file), checks.filter(isFailure).map(describeCheck));
  }
}

/** `client-<scenario>-<time>/checks.json` */
function scenarioOf(file: string): string {
  return file.replace(/^(client-)?/, '').replace(/-\d{4}-\d{2}-\d{2}T[^/]*\/checks\.json$/, '');
}

/** A loaded machine is late, which is no fault of the client; being early is. */
function isFailure({ status, errorMessage = '' }: Check): boolean {
  return status === 'FAILURE' && !errorMessage.startsWith('Client reconnected very late');
}

function describeCheck({ id, errorMessage = '' }: Check): string {
  return `${id}: ${errorMessage}`;
}

describe.each(suites)('the conformance suite of the protocol $name', (suite) => {
  /** The failed checks of each scenario. */
  const failed: Failed = new Map();

  beforeAll(async () => {
    await run(suite, suite.packageName, suite.which, failed);
    // Scenarios that run together, in one process, can be too slow for each other: alone they are not.
    for (const [scenario, checks] of [...failed]) {
      if (checks.length === 0 || suite.notSupported.includes(scenario)) continue;
      const folder = `${suite.packageName}-${scenario.replaceAll('/', '-')}`;
      await run(suite, folder, ['--scenario', scenario], failed);
    }
  }, 240_000);

  it('finds no fault in what the service supports', () => {
    const supported = [...failed].filter(([scenario]) => !suite.notSupported.includes(scenario));
    expect(supported.length).toBeGreaterThan(20);
    expect(supported.filter(([, checks]) => checks.length > 0)).toEqual([]);
  });

  it('fails in what it does not', () => {
    for (const scenario of suite.notSupported) expect(failed.get(scenario)).not.toEqual([]);
  });
});
