import { describe, expect, it } from '@jest/globals';
import { sampleRole } from '../../../../../test/runs/support/sample-role.js';
import { sampleArtifact } from '../../../../../test/support/sample-records.js';
import type { Knowledge } from '../../../domain/knowledge.js';
import { type UserPromptFacts, userPrompt } from './user-prompt.js';

const nothing: Knowledge = {
  brief: 'Build a todo list',
  objective: null,
  tags: [],
  stageSummaries: [],
  artifacts: [],
  filesWritten: [],
  producers: [],
};

type Facts = Partial<Omit<UserPromptFacts, 'knowledge'>> & {
  readonly knowledge?: Partial<Knowledge>;
};

function promptOf({ knowledge, ...facts }: Facts = {}): string {
  return userPrompt({
    repository: '',
    knowledge: { ...nothing, ...knowledge },
    transcript: [],
    spec: { kind: 'build', name: 'Build', roleIds: ['dev'], mode: 'parallel' },
    participants: [sampleRole('dev')],
    purpose: 'write the code',
    toolNames: [],
    memory: { query: '', facts: [], total: 0 },
    ...facts,
  });
}

const cut = (length: number): string => `… [truncated ${length} characters of upstream material]`;

describe('a prompt with nothing before it', () => {
  it('holds the job, the stage and the request, and nothing else', () => {
    expect(promptOf()).toBe(
      [
        '# The job',
        'Build a todo list',
        'Stage: **Build** (build, parallel)',
        '# Your turn',
        'write the code',
        'You have no tools in this turn.',
        'Answer with the work product only.',
      ].join('\n\n'),
    );
  });
});

describe('the order of a full prompt', () => {
  it('is job, what was said, stage, memory, external agents, request', () => {
    const prompt = promptOf({
      knowledge: {
        objective: 'A list that syncs',
        tags: ['ui', 'api'],
        stageSummaries: [{ name: 'Plan', kind: 'plan', summary: 'Two parts.' }],
        filesWritten: ['src/a.ts'],
        artifacts: [sampleArtifact({ title: 'The plan', kind: 'plan' })],
      },
      transcript: [{ speaker: 'Ada', purpose: 'open', text: 'Use SQLite.' }],
      spec: {
        kind: 'build',
        name: 'Build',
        roleIds: ['dev', 'qa'],
        mode: 'parallel',
        produces: 'working code',
        instruction: 'Read before you write.',
      },
      participants: [sampleRole('dev'), sampleRole('qa')],
      toolNames: ['recall', 'agent__codex__delegate'],
    });
    const parts = [
      '# The job',
      'A list that syncs',
      'Tags: ui, api',
      '### Plan (plan)\n\nTwo parts.',
      '- src/a.ts',
      '- The plan (plan)',
      '### Ada, open\n\nUse SQLite.',
      'Answer the substance',
      'Stage: **Build** (build, parallel)',
      'working code',
      'Read before you write.',
      'Taking part: DEV (Title of dev), QA (Title of qa)',
      '# What the office remembers',
      '# External agents',
      'write the code',
      'Tools you may call: recall, agent__codex__delegate.',
      'Answer with the work product only.',
    ];
    const places = parts.map((part) => prompt.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

describe('what is cut', () => {
  const long = 'x'.repeat(5000);

  it.each<[string, Facts, number]>([
    ['the brief', { knowledge: { brief: long } }, 4000],
    ['the objective', { knowledge: { objective: long } }, 2500],
    [
      'a summary',
      { knowledge: { stageSummaries: [{ name: 'Plan', kind: 'plan', summary: long }] } },
      2500,
    ],
    ['an utterance', { transcript: [{ speaker: 'Ada', purpose: 'open', text: long }] }, 2200],
  ])('%s', (_, facts, limit) => {
    const prompt = promptOf(facts);
    expect(prompt).toContain(`${'x'.repeat(limit)}${cut(5000 - limit)}`);
    expect(prompt).not.toContain('x'.repeat(limit + 1));
  });

  it('no summary is left out, however many there are', () => {
    const stageSummaries = Array.from({ length: 30 }, (_, index) => ({
      name: `Stage ${index}`,
      kind: 'plan' as const,
      summary: 'said',
    }));
    const prompt = promptOf({ knowledge: { stageSummaries } });
    for (const { name } of stageSummaries) expect(prompt).toContain(`### ${name} (plan)`);
  });

  it('of the documents the last six are named, files with their path', () => {
    const artifacts = Array.from({ length: 8 }, (_, index) =>
      sampleArtifact({ title: `Doc ${index}`, kind: 'code', path: `p${index}.ts` }),
    );
    const prompt = promptOf({ knowledge: { artifacts } });
    expect(prompt).not.toContain('Doc 1');
    for (const index of [2, 3, 4, 5, 6, 7]) {
      expect(prompt).toContain(`- Doc ${index} (code): p${index}.ts`);
    }
  });
});

describe('what depends on the tools held', () => {
  it('speaks of external agents only to those who hold one', () => {
    expect(promptOf({ toolNames: ['run_shell'] })).not.toContain('External agents');
  });

  it('shows a memory without facts only to those who can recall', () => {
    expect(promptOf({ toolNames: ['recall'] })).toContain('# What the office remembers');
    expect(promptOf({ toolNames: ['think'] })).not.toContain('# What the office remembers');
  });
});
