import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConnectedForge, Forge, ForgeIssue, ForgeToken } from '#protocol/records/forges.js';
import { GithubSimulator } from '../support/forges/github/github-simulator.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { CommandLine } from './support/command-line.js';

describe('office forges', () => {
  const inDirectory = temporaryDirectory();
  let at: CommandLine;
  let forge: GithubSimulator;
  let place: readonly string[];
  beforeAll(async () => {
    forge = await GithubSimulator.start(inDirectory('forge'));
    at = await CommandLine.start({ OFFICE_PRIVATE_HOSTS: new URL(forge.url).host });
    place = [`${forge.url}/${forge.repository}`, '--kind', 'github'];
  }, 60_000);
  afterAll(async () => {
    await at.close();
    await forge.close();
  });

  it('connects with a token from standard input, and shows what it may and the secret once', async () => {
    expect((await at.office(['forges'])).stdout).toBe(
      'No forges. "npx office forges --help" has examples.\n',
    );
    const connect = ['forges', 'connect', ...place, '--label', 'please'];
    const { code, stdout, stderr } = await at.office(connect, { input: `${forge.token}\n` });
    const note = 'is no git repository. Work on issues needs a clone of acme/widgets there.';
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        new RegExp(`^The folder of the floor ".+" ${note}\n$`),
      ) as unknown,
    });
    expect((await at.office(['forges'])).stdout).toContain(note);
    expect(stdout).toContain('Connected acme/widgets with the floor default as forge_');
    expect(stdout).toContain(
      'The token is of office-bot: pushes yes, reads issues yes, reads checks yes.\n' +
        'Issues that have the label "please" become work.\n',
    );
    expect(stdout).toMatch(
      / {2}http:\/\/127\.0\.0\.1:\d+\/forges\/forge_\w+\/webhook\n {2}[\w-]{43}\n/,
    );
    expect(stdout).not.toContain(forge.token);
  }, 60_000);

  it('lists, asks, pauses, changes and disconnects it', async () => {
    const [known] = await at.records<Forge>('forges');
    const id = known?.id ?? '';
    const said = async (...args: readonly string[]): Promise<string> =>
      (await at.office(['forges', ...args])).stdout;
    expect((await at.office(['forges'])).stdout).toMatch(/acme\/widgets +default +office-bot /);
    expect(await said('issues', id)).toBe('No issue has become work yet.\n');
    expect(await at.records<ForgeIssue>('forges', 'issues', id)).toEqual([]);
    expect(await at.records<ForgeToken>('forges', 'rights', id)).toEqual([
      { login: 'office-bot', push: true, issues: true, checks: true },
    ]);
    expect(await said('poll', id)).toBe(`The office looks for news of ${id}.\n`);
    expect(await said('pause', id)).toBe(`Paused ${id}.\n`);
    expect(await said()).toContain('paused');
    expect(await said('resume', id)).toBe(`${id} goes on.\n`);
    expect(await said('change', id, '--issue-usd', '2.5', '--mention', '@office')).toBe(
      `Changed ${id}.\n`,
    );
    const [changed] = await at.records<Forge>('forges');
    expect(changed).toMatchObject({ issueUsd: 2.5, mention: 'office', label: 'please' });
    expect(await said('remove', id)).toBe(`Disconnected ${id}.\n`);
    expect(await at.records<Forge>('forges')).toEqual([]);
    expect(await at.office(['forges', 'rights', id])).toMatchObject({ code: 1 });
  }, 120_000);

  it('takes the token from the environment, and no other way that others see', async () => {
    const env = { ...at.env, OFFICE_FORGE_TOKEN: forge.token };
    const { stdout } = await at.office(['forges', 'connect', ...place, '--json'], { env });
    const { forge: made } = JSON.parse(stdout) as ConnectedForge;
    expect(made).toMatchObject({ kind: 'github', repository: forge.repository, url: forge.url });
    const changed = await at.office(['forges', 'change', made.id, '--token'], {
      input: 'ghp_wrong',
    });
    expect(changed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not accept the token.') as unknown,
    });
    expect(await at.office(['forges', 'connect', ...place])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give the token at the prompt') as unknown,
    });
  }, 60_000);

  it('asks what runs at an address that does not say so', async () => {
    const args = ['forges', 'connect', `${forge.url}/acme/widgets`];
    expect(await at.office(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--kind') as unknown,
    });
  });
});
