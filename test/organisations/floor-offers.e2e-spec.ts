import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FloorOffers } from '../../src/protocol/records/floor-offers.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { eventsAfter } from '../support/organisations/ask-socket.js';
import type { RunningOffice } from '../support/start-office.js';

describe('what the folder of a floor holds for tools of others', () => {
  let office: RunningOffice;
  const offers = (id = 'default') =>
    office.client.get<FloorOffers & { error: string }>(`/workspaces/${id}/offers`);
  const put = async (file: string, text: string) => {
    const at = join(office.directory, 'workspace', file);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, text);
  };

  beforeAll(async () => {
    office = await startRealOffice();
  });
  afterAll(() => office.close());

  it('is nothing, where there is nothing', async () => {
    expect((await offers()).body).toEqual({ roles: [], briefs: [], skills: [], skipped: [] });
    expect(await offers('ghost')).toMatchObject({
      status: 404,
      body: { error: 'No workspace "ghost".' },
    });
  });

  it('is offered with its sources, and what is wrong is told', async () => {
    await put('.claude/agents/reviewer.md', '---\nname: Reviewer\ntools: Bash\n---\nLook.');
    await put('.github/agents/api.agent.md', 'You know the API.');
    await put('.github/agents/AGENTS.txt', 'ignored');
    await put('.claude/commands/git/fix.md', 'Fix $ARGUMENTS');
    await put('.github/prompts/plan.prompt.md', 'Plan ${input:what}');
    await put('.claude/skills/pdf/SKILL.md', '---\nname: pdf\ndescription: Forms.\n---\nFill.');
    await put('.claude/skills/bad/SKILL.md', 'nothing');
    await put('.claude/agents/huge.md', 'x'.repeat(70_000));
    await symlink('/etc/passwd', join(office.directory, 'workspace/.claude/agents/passwd.md'));
    const { body } = await offers();
    expect(body.roles.map(({ path, role }) => [path, role.id])).toEqual([
      ['.claude/agents/reviewer.md', 'reviewer'],
      ['.github/agents/api.agent.md', 'api'],
    ]);
    expect(body.briefs.map(({ path, name }) => [path, name])).toEqual([
      ['.claude/commands/git/fix.md', 'fix'],
      ['.github/prompts/plan.prompt.md', 'plan'],
    ]);
    expect(body.skills).toEqual([
      { path: '.claude/skills/pdf/SKILL.md', id: 'pdf', description: 'Forms.' },
    ]);
    expect(body.skipped).toEqual([
      { path: '.claude/agents/huge.md', reason: 'it is larger than 65536 bytes.' },
      { path: '.claude/agents/passwd.md', reason: 'it is a link, and links are not followed.' },
      { path: '.claude/skills/bad/SKILL.md', reason: expect.stringContaining('its "name"') },
    ]);
  });

  it('is looked for in so many folders and no more', async () => {
    const folder = join(office.directory, 'workspace/.github/prompts');
    const names = Array.from({ length: 120 }, (_, index) => `f${index}`);
    for (const name of names) {
      for (const inner of names.slice(0, 10)) {
        await mkdir(join(folder, name, inner), { recursive: true });
      }
    }
    const { body } = await offers();
    const reason = 'no more than 1000 files and folders are looked at.';
    expect(body.skipped).toContainEqual({ path: '.claude/commands, .github/prompts', reason });
    expect(body.briefs.map(({ path }) => path)).toContain('.claude/commands/git/fix.md');
    await rm(folder, { recursive: true });
  });

  it('names each file that is not offered, and says why', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `${1000 + index}.md`);
    await put('.claude/agents/\u2603.md', 'Look.');
    for (const name of names) await put(`.claude/commands/many/${name}`, 'Do it.');
    await put('.claude/agents/writer.md', '---\nname: \u66f8\u304f\n---\nLook.');
    const { body } = await offers();
    expect(body.roles.map(({ role }) => [role.id, role.displayName])).toContainEqual([
      'writer',
      '\u66f8\u304f',
    ]);
    expect(body.skipped).toContainEqual({
      path: '.claude/agents/\u2603.md',
      reason: 'neither its name nor its file has a letter from a to z or a digit.',
    });
    const reason = 'a folder offers at most 100 files.';
    const left = body.skipped.filter((each) => each.reason === reason).map(({ path }) => path);
    expect(body.briefs).toHaveLength(100);
    expect(left).toHaveLength(2);
    await rm(join(office.directory, 'workspace/.claude/commands/many'), { recursive: true });
    for (const name of ['\u2603', 'writer']) {
      await rm(join(office.directory, `workspace/.claude/agents/${name}.md`));
    }
  });

  it('can be hired by a person, without its rights', async () => {
    const role = (await offers()).body.roles[0]?.role;
    if (role === undefined) throw new Error('Nobody is offered.');
    const events = await eventsAfter(office, { type: 'hire', role }, 'org.updated');
    const told = events.find(({ type }) => type === 'org.updated');
    expect(told).toMatchObject({
      org: {
        roles: expect.arrayContaining([
          expect.objectContaining({ id: 'reviewer', allowedTools: role.allowedTools }),
        ]),
      },
    });
    expect(role.allowedTools).not.toContain('run_shell');
  });
});
