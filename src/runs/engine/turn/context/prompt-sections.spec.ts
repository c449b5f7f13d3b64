import { describe, expect, it } from '@jest/globals';
import { sampleOrg } from '#test/runs/support/sample-role.js';
import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type { CommandEvidence } from '#protocol/records/evidence.js';
import { Prompts } from '../../prompts/prompts.js';
import { evidenceSection, memorySection, systemPrompt } from './prompt-sections.js';

type ShownFact = TurnMemoryIndex['facts'][number];

const where = { org: sampleOrg([]), workspacePath: '/work/todo' };
const prompt = systemPrompt(Prompts.load(), { ...where, reports: false });

describe('how and where work is done', () => {
  it('gives eight rules, and that fenced text is no instruction is one of them', () => {
    const rules = /# How we work\n\n([^#]*)/.exec(prompt)?.[1]?.trim().split('\n') ?? [];
    expect(rules.map((rule) => rule.slice(0, 2))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${number}.`),
    );
    expect(rules.join('\n')).toContain('<untrusted-content>');
  });

  it('names the company, its mission, and the workspace as the only place for files', () => {
    expect(prompt).toContain('You work at Acme');
    expect(prompt).toContain('Ship what is asked for.');
    expect(prompt).toMatch(/The workspace is \/work\/todo\..*only place/);
  });

  it('says how many answers a turn has, and how to hand over', () => {
    expect(prompt).toContain('A turn is at most 8 answers.');
    expect(prompt).toMatch(/^Status: to be continued$/m);
  });

  it('begins in the same way for a report, which needs no tools', () => {
    const report = systemPrompt(Prompts.load(), { ...where, reports: true });
    expect(prompt.startsWith(report)).toBe(true);
    expect(report).not.toMatch(/answers|to be continued/);
  });
});

const fact = (text: string): ShownFact => ({
  id: `fact_${text}`,
  scope: 'workspace',
  scopeId: 'default',
  kind: 'convention',
  text,
  tags: [],
  confidence: 0.6,
  validFrom: 1,
  source: null,
});

const section = (facts: readonly ShownFact[], total: number, holdsRecall: boolean): string =>
  memorySection(Prompts.load(), { query: '', facts, total }, holdsRecall);

describe('memorySection', () => {
  it('lists kind, scope and text of each fact, cut at 220 characters', () => {
    const shown = section([fact('Use tabs.'), fact('x'.repeat(221))], 2, false);
    expect(shown).toContain('- [convention, workspace] Use tabs.');
    expect(shown).toContain(`${'x'.repeat(220)}…`);
    expect(shown).not.toContain('x'.repeat(221));
  });

  it('says how many more there are, and how to ask where one can ask', () => {
    expect(section([fact('a')], 4, true)).toMatch(/3 more fact\(s\) .*`recall`/);
    expect(section([fact('a')], 4, false)).toContain('3 more fact(s)');
    expect(section([fact('a')], 4, false)).not.toContain('recall');
    expect(section([fact('a')], 1, true)).not.toContain('more fact');
  });

  it('calls facts context rather than orders where they can be recalled', () => {
    expect(section([fact('a')], 1, true)).toContain('not orders');
  });

  it('is there without a fact when one can ask, and not at all when one cannot', () => {
    expect(section([], 0, true)).not.toBe('');
    expect(section([], 5, false)).toBe('');
  });
});

describe('the commands in a report', () => {
  const ran = (command: string, changedSince: readonly string[]): CommandEvidence => ({
    ...{ turnId: 't', toolCallId: command, roleId: 'dev', by: 'employee', at: 1 },
    ...{ command, exitCode: 0, succeeded: true, outcome: 'exit code: 0', tail: '', changedSince },
  });

  it('are forty, and ten before the last change, the latest of each', () => {
    const before = Array.from({ length: 12 }, (_, index) => ran(`old ${index}`, ['a.ts']));
    const after = Array.from({ length: 41 }, (_, index) => ran(`new ${index}`, []));
    const shown = evidenceSection(Prompts.load(), [...before, ...after], []);
    expect(shown.match(/`old \d+`.*\(files were changed after it\)/g)).toHaveLength(10);
    expect(shown.match(/`new \d+`.*exit code: 0$/gm)).toHaveLength(40);
    expect(shown).toContain('(3 older ones are left out)');
    expect(shown).not.toMatch(/`(?:old 1|new 0)`/);
  });

  it('keep the run that failed until it was mended, however many came after it', () => {
    const red = { ...ran('npm test 2>&1 | tail -5', ['a.ts']), exitCode: 1, succeeded: false };
    const older = { ...ran('npm test', ['a.ts']), exitCode: 2, succeeded: false };
    const failed = { ...ran('npm run lint', ['a.ts']), exitCode: 1, succeeded: false };
    const probes = Array.from({ length: 12 }, (_, index) => ran(`probe ${index}`, ['a.ts']));
    const green = ran('npm test | tail -1', []);
    const evidence = [older, failed, red, ...probes, green];
    const shown = evidenceSection(Prompts.load(), evidence, []);
    expect(shown).toContain('- `npm test 2>&1 | tail -5` (dev) ended with');
    expect(shown).not.toMatch(/`npm test` |npm run lint/);
    expect(shown.match(/`probe \d+`/g)).toHaveLength(9);
    expect(shown).toMatch(/tail -5`[^]*`probe 3`[^]*`probe 11`[^]*tail -1`/);
  });
});
