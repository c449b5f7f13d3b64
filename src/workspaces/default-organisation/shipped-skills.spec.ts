import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { taskClasses } from '../../protocol/records/enums.js';
import { defaultRoles } from './default-roles.js';

const folder = fileURLToPath(new URL('../../../skills/', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
const skills = files.map(readSkill);

/** Tags and task classes of behaviour-plugins.md 8.2. */
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
  readonly head: ReadonlyMap<string, string>;
  readonly body: string;
}

function readSkill(file: string): ShippedSkill {
  const text = readFileSync(`${folder}${file}`, 'utf8');
  const [, head = '', ...body] = text.split(/^---\n/m);
  const entries = head
    .trim()
    .split('\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
  return { file, head: new Map(entries), body: body.join('---\n').trim() };
}

function listIn(skill: ShippedSkill, key: string): string[] {
  const inner = skill.head.get(key)?.slice(1, -1);
  return inner ? inner.split(', ') : [];
}

describe('the shipped skills', () => {
  it('are the fifteen of the specification', () => {
    expect(skills.map(({ head }) => head.get('id')).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(skills)('$file carries the tags and task classes of the table', (skill) => {
    const id = skill.head.get('id') ?? '';

    expect(skill.file).toBe(`${id}.md`);
    expect([listIn(skill, 'tags').join(', '), listIn(skill, 'taskClasses').join(', ')]).toEqual(
      table[id],
    );
    expect(taskClasses).toEqual(expect.arrayContaining(listIn(skill, 'taskClasses')));
    expect(skill.head.get('version')).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.each(skills)('$file is a page under its own name, in the shape all of them share', (skill) => {
    const lines = skill.body.split('\n');
    const sections = lines.filter((line) => line.startsWith('## '));

    expect(lines[0]).toBe(`# ${skill.head.get('name')}`);
    expect(lines.length).toBeGreaterThanOrEqual(60);
    expect(lines.length).toBeLessThanOrEqual(110);
    expect(sections.length).toBeGreaterThanOrEqual(7);
    expect(sections.slice(-3)).toEqual([
      '## Anti-patterns',
      '## Say this, not that',
      '## Checklist',
    ]);
  });

  it.each(skills)('$file has its rules within what a prompt shows of it', ({ body }) => {
    const shown = body.slice(0, 3000);

    expect(shown.match(/^## /gm)?.length).toBeGreaterThanOrEqual(4);
  });

  it.each(defaultRoles)('$id has skills that exist, and the tools they require', (role) => {
    for (const id of role.skillIds) {
      const skill = skills.find(({ head }) => head.get('id') === id);
      expect(skill).toBeDefined();
      if (!skill) continue;
      expect(role.allowedTools).toEqual(expect.arrayContaining(listIn(skill, 'requiresTools')));
    }
  });
});
