import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { taskClasses } from '../../protocol/records/enums.js';
import type { Skill } from '../../protocol/records/skills.js';
import { Prompts } from '../../runs/engine/prompts/prompts.js';
import { fullRoom } from '../../runs/engine/turn/context/prompt-size.js';
import { rolePrompt } from '../../runs/engine/turn/context/prompt-sections.js';
import { parseSkill } from '../../skills/parse-skill.js';
import { defaultOrgChart } from './default-org-chart.js';
import { defaultRoles } from './default-roles.js';

const folder = join(import.meta.dirname, '../../../skills');
const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
const skills = files.map(readSkill);

/** Tags and task classes of every shipped skill. */
const table: Record<string, [tags: string, classes: string]> = {
  'api-design': ['api, contract, endpoints, errors, idempotency', 'architecture, coding'],
  'backend-implementation': ['backend, server, data, concurrency, transactions', 'coding'],
  'code-review': ['review, critique, correctness, readability', 'review'],
  'debate-and-critique': ['debate, critique, argument, disagreement', 'debate, workshop, review'],
  debugging: ['debugging, root-cause, reproduction, hypothesis', 'coding, review'],
  'frontend-implementation': ['frontend, react, state, rendering, ui', 'coding'],
  'release-engineering': ['release, build, deploy, operability, ci', 'ops'],
  'spec-writing': [
    'spec, requirements, acceptance-criteria, contracts',
    'planning, design, architecture',
  ],
  'system-design': ['architecture, boundaries, interfaces, operability', 'architecture'],
  'task-decomposition': [
    'planning, workstreams, dependencies, ownership',
    'planning, intake, routing',
  ],
  'technical-writing': ['writing, documentation, clarity, reports', 'summarize, planning'],
  'testing-strategy': ['testing, coverage, regression, verification', 'testing'],
  'ux-design': ['ux, product, flows, states, user', 'design'],
  'visual-design': ['visual, layout, tokens, typography, color, spacing', 'design'],
  'web-research': ['research, sources, evidence, citations', 'research, summarize'],
};

interface ShippedSkill {
  readonly file: string;
  readonly skill: Skill;
}

function readSkill(file: string): ShippedSkill {
  const parsed = parseSkill(readFileSync(join(folder, file), 'utf8'), file);
  if (!parsed.ok) throw new Error(parsed.reason);
  return { file, skill: parsed.skill };
}

/** The prompt of a turn with only this skill. */
function promptWith(skill: Skill): string {
  const [role] = defaultRoles;
  if (role === undefined) throw new Error('there is no role');
  return rolePrompt(Prompts.load(), {
    role,
    org: defaultOrgChart('Mill', 17),
    spec: { mode: 'single' },
    usableSkills: [skill],
    loadedSkill: skill,
    skillCharacters: fullRoom.skill,
    readsSkills: true,
  });
}

describe('the shipped skills', () => {
  it('are the fifteen of the table', () => {
    expect(skills.map(({ skill }) => skill.id).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(skills)('$file carries the tags and task classes of the table', ({ file, skill }) => {
    const classes = skill.taskClasses ?? [];
    expect(file).toBe(`${skill.id}.md`);
    expect([skill.tags.join(', '), classes.join(', ')]).toEqual(table[skill.id]);
    expect(taskClasses).toEqual(expect.arrayContaining([...classes]));
    expect(skill.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.each(skills)('$file is a page under its own name, the checklist first', ({ skill }) => {
    const [title, , first, , ...rest] = skill.body.trim().split('\n');
    const end = rest.indexOf('');
    const sections = rest.filter((line) => line.startsWith('## '));

    expect([title, first]).toEqual([`# ${skill.name}`, '## Checklist']);
    expect(end).toBeGreaterThanOrEqual(4);
    for (const item of rest.slice(0, end)) expect(item).toMatch(/^- \[ \] \S/);
    expect(sections.length).toBeGreaterThanOrEqual(6);
    expect(sections.at(-1)).toBe('## Say this, not that');
  });

  it.each(skills)('$file has at most 3,000 characters, and a prompt cuts none', ({ skill }) => {
    const body = skill.body.trim();

    expect(body.length).toBeGreaterThan(2000);
    expect(skill.body.length).toBeLessThanOrEqual(3000);
    expect(promptWith(skill)).toContain(body.replace(/^# .*\n+/, ''));
    expect(promptWith(skill)).not.toContain('left out here');
  });

  it.each(defaultRoles)('$id has skills that exist, and the tools they require', (role) => {
    for (const id of role.skillIds) {
      const found = skills.find(({ skill }) => skill.id === id);
      expect(found).toBeDefined();
      const required = found?.skill.requiresTools ?? [];
      expect(role.allowedTools).toEqual(expect.arrayContaining([...required]));
    }
  });
});
