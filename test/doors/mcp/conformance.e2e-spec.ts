import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { AppModule } from '#app.module.js';
import { type RunningOffice, startOffice } from '../../support/start-office.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Why a scenario, or a check of one, says nothing of this server. */
type Reason =
  /** It calls tools or resources of a fixture, which this server has not. */
  | 'of a fixture'
  | 'no prompts'
  | 'no completion'
  /** The office sends no log messages to clients. */
  | 'no logging'
  /** Nothing is kept between requests, so clients of 2025 have no stream of their own. */
  | 'no sessions'
  /** The office asks clients nothing: approvals are tools and pages. */
  | 'asks nothing'
  /** A run is followed by a tool; the extension is not offered. */
  | 'no tasks';

interface Suite {
  readonly name: string;
  readonly packageName: string;
  readonly which: readonly string[];
  /** By scenario. */
  readonly leftOut: Readonly<Record<string, Reason>>;
  /** By check of a scenario that otherwise applies. */
  readonly leftOutChecks: Readonly<Record<string, Reason>>;
}

const ofFixtures = {
  'completion-complete': 'no completion',
  'tools-call-simple-text': 'of a fixture',
  'tools-call-image': 'of a fixture',
  'tools-call-audio': 'of a fixture',
  'tools-call-embedded-resource': 'of a fixture',
  'tools-call-mixed-content': 'of a fixture',
  'tools-call-with-progress': 'of a fixture',
  'json-schema-2020-12': 'of a fixture',
  'resources-read-text': 'of a fixture',
  'resources-read-binary': 'of a fixture',
  'resources-templates-read': 'of a fixture',
  'prompts-list': 'no prompts',
  'prompts-get-simple': 'no prompts',
  'prompts-get-with-args': 'no prompts',
  'prompts-get-embedded-resource': 'no prompts',
  'prompts-get-with-image': 'no prompts',
} as const;

const suites: readonly Suite[] = [
  {
    name: 'with initialize',
    packageName: '@modelcontextprotocol/conformance',
    which: ['--suite', 'all'],
    leftOut: {
      ...ofFixtures,
      'tools-call-error': 'of a fixture',
      'logging-set-level': 'no logging',
      'tools-call-with-logging': 'no logging',
      'tools-call-sampling': 'asks nothing',
      'tools-call-elicitation': 'asks nothing',
      'elicitation-sep1034-defaults': 'asks nothing',
      'elicitation-sep1330-enums': 'asks nothing',
      'resources-subscribe': 'no sessions',
      'resources-unsubscribe': 'no sessions',
    },
    leftOutChecks: {},
  },
  {
    name: 'of 2026-07-28',
    packageName: 'conformance-of-2026',
    which: ['--requirements', '2026-07-28'],
    leftOut: {
      ...ofFixtures,
      'tools-call-error': 'of a fixture',
      'http-custom-header-server-validation': 'of a fixture',
      'input-required-result-basic-elicitation': 'asks nothing',
      'input-required-result-basic-list-roots': 'asks nothing',
      'input-required-result-basic-sampling': 'asks nothing',
      'input-required-result-capability-check': 'asks nothing',
      'input-required-result-multi-round': 'asks nothing',
      'input-required-result-multiple-input-requests': 'asks nothing',
      'input-required-result-non-tool-request': 'asks nothing',
      'input-required-result-request-state': 'asks nothing',
      'input-required-result-result-type': 'asks nothing',
      'input-required-result-tampered-state': 'asks nothing',
      'tasks-capability-negotiation': 'no tasks',
      'tasks-dispatch-and-envelope': 'no tasks',
      'tasks-lifecycle': 'no tasks',
      'tasks-mrtr-composition': 'no tasks',
      'tasks-mrtr-input': 'no tasks',
      'tasks-request-headers': 'no tasks',
      'tasks-request-state-removal': 'no tasks',
      'tasks-required-task-error': 'no tasks',
      'tasks-wire-fields': 'no tasks',
    },
    leftOutChecks: {
      'sep-2549-prompts-list-caching-hints': 'no prompts',
      'sep-2575-server-rejects-undeclared-capability': 'of a fixture',
      'sep-2575-missing-capability-http-400': 'of a fixture',
      'sep-2575-http-server-no-independent-requests-on-stream': 'of a fixture',
      'sep-2575-server-no-log-without-loglevel': 'no logging',
    },
  },
];

const root = join(import.meta.dirname, '../../..');

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const at = temporaryDirectory();

async function failuresOf(
  url: string,
  suite: Suite,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const program = join(root, `node_modules/${suite.packageName}/dist/index.js`);
  const folder = at(suite.packageName.replaceAll('/', '-'));
  const args = ['server', '--url', url, ...suite.which, '-o', folder];
  await execa(process.execPath, [program, ...args], { cwd: at('.'), reject: false });
  const failed = new Map<string, readonly string[]>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('checks.json')) continue;
    const checks = JSON.parse(await readFile(join(folder, file), 'utf8')) as Check[];
    const faults = checks.filter(({ status }) => status === 'FAILURE');
    const told = faults.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`);
    failed.set(scenarioOf(file), told);
  }
  return failed;
}

function nameOf(told: string): string {
  return told.split(':', 1)[0] ?? '';
}

/** `server-<scenario>-<time>/checks.json` */
function scenarioOf(file: string): string {
  return file
    .replace(/^server-(?!sse|init|stat|sess)/, '')
    .replace(/-\d{4}-\d{2}-\d{2}T[^/]*\/checks\.json$/, '');
}

describe.each(suites)('the conformance suite of the protocol $name', (suite) => {
  let office: RunningOffice;
  let failed: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    office = await startOffice({ root: (boot) => AppModule.on(boot) });
    failed = await failuresOf(`http://127.0.0.1:${office.port}/mcp`, suite);
  }, 240_000);
  afterAll(() => office.close());

  it('finds no fault in what is said of any server', () => {
    const applying = [...failed].filter(([scenario]) => !(scenario in suite.leftOut));
    const faults = applying.flatMap(([scenario, checks]) =>
      checks
        .filter((check) => !(nameOf(check) in suite.leftOutChecks))
        .map((check) => `${scenario}: ${check}`),
    );
    expect(faults).toEqual([]);
    expect(applying.length).toBeGreaterThan(5);
  });

  it('would find one in all that is left out', () => {
    const checks = new Set([...failed.values()].flat().map(nameOf));
    const scenarios = Object.keys(suite.leftOut).filter((one) => failed.get(one)?.length === 0);
    expect(scenarios).toEqual([]);
    expect(Object.keys(suite.leftOutChecks).filter((check) => !checks.has(check))).toEqual([]);
  });
});
