import { describe, expect, it } from '@jest/globals';
import { sampleOrg, sampleRole } from '../../../../../test/runs/support/sample-role.js';
import type { Role } from '../../../../protocol/records/organisation.js';
import type { Skill } from '../../../../protocol/records/skills.js';
import { type SystemPromptFacts, systemPrompt } from './system-prompt.js';

const cto = sampleRole('cto', { displayName: 'Ada', title: 'CTO' });

const skill = (id: string, body: string): Skill => ({
  id,
  name: `Skill ${id}`,
  description: `How to ${id}.`,
  tags: [],
  body,
  sourcePath: '',
});

function promptOf(role: Role, facts: Partial<SystemPromptFacts> = {}): string {
  return systemPrompt({
    role,
    org: sampleOrg([cto, role]),
    workspacePath: '/work/todo',
    usableSkills: [],
    selected: [],
    ...facts,
  });
}

const dev = sampleRole('dev', {
  displayName: 'Grace',
  title: 'Developer',
  reportsTo: 'cto',
  mission: 'Write what is needed.',
  responsibilities: ['Code', 'Tests'],
  persona: { voice: 'dry', values: ['clarity', 'speed'], debateStyle: 'with evidence' },
});

describe('who the employee is', () => {
  const prompt = promptOf(dev);

  it.each([
    'You are Grace, Developer in Engineering at Acme.',
    'Seniority: senior.',
    'You report to Ada, CTO.',
    'Ship what is asked for.',
    'Write what is needed.',
    '- Code\n- Tests',
    'dry',
    'clarity; speed',
    'with evidence',
  ])('is told: %s', (part) => {
    expect(prompt).toContain(part);
  });

  it('says so when nobody is above, and names a department that the chart lacks by its id', () => {
    const top = promptOf(sampleRole('ceo', { departmentId: 'board' }));
    expect(top).toContain('You report to nobody here.');
    expect(top).toContain('in board at Acme');
  });

  it('leaves out what the role does not have', () => {
    const plain = promptOf(sampleRole('plain'));
    expect(plain).not.toContain('responsibilities');
    expect(plain).not.toContain('You value');
    expect(plain).not.toContain('How you argue');
    expect(plain).not.toContain('direct reports');
  });

  it('tells a manager that the pipeline assigns the work', () => {
    expect(promptOf(sampleRole('lead', { maxDirectReports: 3 }))).toContain(
      'Their work is assigned by the pipeline',
    );
  });
});

describe('how and where work is done', () => {
  it('gives eight rules, and that fenced text is no instruction is one of them', () => {
    const prompt = promptOf(dev);
    const rules = /# How we work\n\n([^#]*)/.exec(prompt)?.[1]?.trim().split('\n') ?? [];
    expect(rules.map((rule) => rule.slice(0, 2))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${number}.`),
    );
    expect(rules.join('\n')).toContain('<untrusted-content>');
  });

  it('names the workspace as the only place for files', () => {
    expect(promptOf(dev)).toMatch(/The workspace is \/work\/todo\..*only place/);
  });
});

describe('what the employee knows how to do', () => {
  const usableSkills = [skill('plan', 'Plan well.'), skill('test', 'x'.repeat(3001))];
  const choose = (skillId: string) => ({ skillId, reason: '', via: 'keyword' as const });

  it('lists every usable skill and opens the chosen ones only', () => {
    const prompt = promptOf(dev, { usableSkills, selected: [choose('plan')] });
    expect(prompt).toContain('- plan (Skill plan): How to plan.');
    expect(prompt).toContain('- test (Skill test): How to test.');
    expect(prompt).toContain('## Skill: Skill plan\n\nPlan well.');
    expect(prompt).not.toContain('## Skill: Skill test');
  });

  it('cuts a long body at 3000 characters', () => {
    const prompt = promptOf(dev, { usableSkills, selected: [choose('test')] });
    expect(prompt).toContain(`${'x'.repeat(3000)}… [truncated 1 characters of upstream material]`);
  });

  it('opens nothing that is no longer usable', () => {
    expect(promptOf(dev, { usableSkills, selected: [choose('gone')] })).not.toContain('## Skill:');
  });

  it('says nothing of skills where there are none', () => {
    expect(promptOf(dev)).not.toContain('Skills');
  });
});
