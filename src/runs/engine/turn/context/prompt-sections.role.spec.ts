import { describe, expect, it } from '@jest/globals';
import { sampleOrg, sampleRole } from '#test/runs/support/sample-role.js';
import type { Role } from '#protocol/records/organisation.js';
import type { Skill } from '#protocol/records/skills.js';
import { Prompts } from '../../prompts/prompts.js';
import { rolePrompt, type RolePromptFacts } from './prompt-sections.js';

const cto = sampleRole('cto', { displayName: 'Ada', title: 'CTO' });

const skill = (id: string, body: string): Skill => ({
  id,
  name: `Skill ${id}`,
  description: `How to ${id}.`,
  tags: [],
  body,
  sourcePath: '',
});

function promptOf(role: Role, facts: Partial<RolePromptFacts> = {}): string {
  return rolePrompt(Prompts.load(), {
    role,
    org: sampleOrg([cto, role]),
    spec: { mode: 'single' },
    usableSkills: [],
    loadedSkill: undefined,
    skillCharacters: 3000,
    readsSkills: true,
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
    'You are Grace, Developer in Engineering at Acme. Your role id is `dev`.',
    'Seniority: senior.',
    'You report to Ada, CTO.',
    'Write what is needed.',
    '- Code\n- Tests',
    'dry',
  ])('is told: %s', (part) => {
    expect(prompt).toContain(part);
  });

  it('says so when nobody is above, and names a department that the chart lacks by its id', () => {
    const top = promptOf(sampleRole('ceo', { departmentId: 'board' }));
    expect(top).toContain('You report to nobody here.');
    expect(top).toContain('in board at Acme');
  });

  it.each(['debate', 'review-loop'] as const)('is told what it argues for in a %s', (mode) => {
    const shown = promptOf(dev, { spec: { mode } });
    expect(shown).toContain('You value: clarity; speed.\nHow you argue: with evidence');
    expect(prompt).not.toMatch(/clarity|with evidence/);
  });

  it('leaves out what the role does not have', () => {
    const plain = promptOf(sampleRole('plain'), { spec: { mode: 'debate' } });
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

describe('what the employee knows how to do', () => {
  const [plan, test] = [skill('plan', 'Plan well.'), skill('test', 'x'.repeat(3001))];
  const usableSkills = [plan, test];

  it('opens the best skill, lists the others, and says how to read them', () => {
    const prompt = promptOf(dev, { usableSkills, loadedSkill: plan });
    expect(prompt).toContain('# More skills\n\ntest. Read one');

    expect(prompt).toContain('## Skill: Skill plan\n\nPlan well.');
    expect(prompt).not.toContain('## Skill: Skill test');
    expect(prompt).toContain('`read_skill`');
  });

  it('shortens a long body in the middle, and says how to read the rest', () => {
    const prompt = promptOf(dev, { usableSkills, loadedSkill: test });
    expect(prompt).toContain('1 characters left out here; the whole: read_skill with the id test');
  });

  it('lists skills of the folder with when they are of use, in few words each', () => {
    const long = { ...test, description: 'y'.repeat(1024), folder: '.claude/skills/test' };
    const prompt = promptOf(dev, { usableSkills: [plan, long], loadedSkill: plan });
    expect(prompt).toContain(`test (${'y'.repeat(200)}…). Read one`);
  });

  it('lists none to those who cannot read them', () => {
    const shown = { usableSkills, loadedSkill: plan, readsSkills: false };
    expect(promptOf(dev, shown)).not.toContain('# More skills');
  });

  it('speaks of no others where there are none', () => {
    expect(promptOf(dev, { usableSkills: [plan], loadedSkill: plan })).not.toContain('read_skill');
  });

  it('says nothing of skills where there are none', () => {
    expect(promptOf(dev)).not.toMatch(/skill/i);
  });
});
