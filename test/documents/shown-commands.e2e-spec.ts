import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { elsewhere } from './support/elsewhere.js';
import { filled } from './support/placeholders.js';
import { problemOf } from './support/problem-of.js';
import { recordedCommands } from './support/recorded-commands.js';
import {
  type Shown,
  shownInDocument,
  shownInDocuments,
  shownInHelps,
  shownInSource,
  shownInSources,
} from './support/shown-commands.js';

/** One of each kind of what a reader would be told that it does not exist. */
const faults = [
  'npx office watch run_1',
  'npx office runs --newest',
  'npx office show run_1 run_2',
  'office runs',
  'cat brief.md | office submit -',
  'eval "$(office completion bash)"',
  'npm run follow',
  'npm run brief --pipeline x "Do it"',
  'npm run brief -- --pipe x "Do it"',
  'npm run fuzz -- --hours 3',
  'npm run bench -- sails',
  'npm test -- src/nowhere',
  'node scripts/nothing.mjs',
  'node dist/main.js rewind',
  'curl localhost:8787/api/nothing',
  'curl -X DELETE localhost:8787/api/submit',
  `curl -X POST localhost:8787/api/submit -d '{"a"'`,
  'docker compose stop cache',
  'docker compose exec office node dist/x.js',
  'kubectl apply -f deploy/none.yaml',
  'frobnicate --all',
  'npx office show <whatever>',
  'npx office submit "Do it',
  'openssl rand -hex 32 > nowhere/token',
  'OFFICE_DB=here',
];

describe('what a reader is shown to type', () => {
  const inDirectory = temporaryDirectory();

  /** What is wrong with each, and where it stands. */
  async function problemsOf(shown: readonly Shown[]): Promise<readonly string[]> {
    const folder = inDirectory('.');
    writeFileSync(join(folder, 'brief.md'), 'Fix the date parser');
    const recorded = recordedCommands(
      shown.map(({ script }) => filled(script)),
      folder,
    );
    expect(recorded).toHaveLength(shown.length);
    const problems = shown.map(async ({ where, script, isNamed }, at) => {
      const { complaint = '', commands = [] } = recorded[at] ?? {};
      const said = (problem: string): string => `${where}: ${script.trim()}: ${problem}`;
      if (complaint !== '') return [said(complaint)];
      if (commands.length === 0) return [said('nothing is run')];
      const each = await Promise.all(commands.map((command) => problemOf(command, { isNamed })));
      return each.flatMap((problem) => problem ?? []).map(said);
    });
    return (await Promise.all(problems)).flat();
  }

  it.each([
    { place: 'documents', shown: shownInDocuments, least: 120 },
    { place: 'helps', shown: shownInHelps, least: 50 },
    { place: 'messages', shown: shownInSources, least: 60 },
  ])('exists: in $place', async ({ shown, least }) => {
    const found = shown();
    expect(found.length).toBeGreaterThan(least);
    expect(await problemsOf(found)).toEqual([]);
  });

  it('is refused where it is wrong', async () => {
    const problems = await problemsOf(
      faults.map((script) => ({ where: script, script, isNamed: false })),
    );
    expect(
      problems.map((problem) => faults.find((script) => problem.startsWith(`${script}: `))),
    ).toEqual(faults);
  });

  it('is found in blocks, names in code and texts of messages', () => {
    const page = 'Type `office runs`.\n\n```sh\nnpm start\n```\n\n```json\n{}\n```\n';
    expect(shownInDocument('page', page).map(({ script }) => script)).toEqual([
      'npm start\n',
      'office runs',
    ]);
    const source = 'say(`Watch it: ${around.typed(`follow ${run.id}`)}`, `See ${office} runs.`)';
    expect(shownInSource('file', source).map(({ script }) => script)).toEqual([
      'npx office follow something',
      'npx office runs',
    ]);
  });

  it('leaves out only programs that are shown', () => {
    const scripts = [...shownInDocuments(), ...shownInHelps()].map(({ script }) => filled(script));
    const all = recordedCommands(scripts, inDirectory('.')).flatMap(({ commands }) => commands);
    const programs = new Set(all.map(([program]) => program));
    expect(Object.keys(elsewhere).filter((program) => !programs.has(program))).toEqual([]);
  });
});
