import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppModule } from '../../src/app.module.js';
import type { Skill, SkillSummary } from '../../src/protocol/records/skills.js';
import { SkillsService } from '../../src/skills/skills.service.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

const shipped = path.resolve('skills');

const shippedIds = [
  ...['api-design', 'backend-implementation', 'code-review', 'debate-and-critique', 'debugging'],
  ...['frontend-implementation', 'release-engineering', 'spec-writing', 'system-design'],
  ...['task-decomposition', 'technical-writing', 'testing-strategy', 'ux-design'],
  ...['visual-design', 'web-research'],
];

const start = (skillsDir: string): Promise<RunningOffice> =>
  startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: { OFFICE_SKILLS_DIR: skillsDir },
  });

describe('the shipped skills', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await start(shipped);
  });

  afterAll(() => office.close());

  it('are listed by id, without their bodies', async () => {
    const { status, body } = await office.client.get<SkillSummary[]>('/api/skills');
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual(shippedIds);
    for (const skill of body) {
      expect(Object.keys(skill)).toEqual(['id', 'name', 'description', 'tags']);
      expect(skill.tags.length).toBeGreaterThan(0);
    }
  });

  it('all load, each with a body worth a page', () => {
    expect(office.log.filter((line) => line.includes('[skills]'))).toEqual([]);
    const skills: readonly Skill[] = office.app.get(SkillsService, { strict: false }).all();
    for (const { id, body, taskClasses = [] } of skills) {
      expect([id, body.startsWith('# ')]).toEqual([id, true]);
      expect([id, body.length > 2000]).toEqual([id, true]);
      expect([id, taskClasses.length > 0]).toEqual([id, true]);
    }
  });
});

describe('a folder with bad skill files', () => {
  it('never stops the office: each is named, then counted, and the others are there', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'skills-'));
    await cp(path.join(shipped, 'debugging.md'), path.join(folder, 'debugging.md'));
    await cp(path.join(shipped, 'debugging.md'), path.join(folder, 'twin.md'));
    await writeFile(path.join(folder, 'broken.md'), '---\nname: no id\n---\nbody');
    const office = await start(folder);

    const warnings = [
      `skipped broken.md - Skill file ${path.join(folder, 'broken.md')} is missing the required frontmatter key "id".`,
      'skipped twin.md - the id "debugging" is already taken by debugging.md.',
      '2 skill file(s) skipped; the others are loaded.',
    ];
    expect(office.log.filter((line) => line.includes('[skills]'))).toEqual(
      warnings.map((text) => `WARN [skills] ${text}`),
    );
    const { body } = await office.client.get<SkillSummary[]>('/api/skills');
    expect(body.map(({ id }) => id)).toEqual(['debugging']);
    await office.close();
    await rm(folder, { recursive: true });
  });
});
