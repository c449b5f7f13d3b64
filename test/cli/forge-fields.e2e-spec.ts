import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConnectedForge, Forge } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import {
  floorNames,
  type ForgeRow,
  givenAt,
  otherAccount,
  rowsAt,
  shownAt,
  turns,
} from '../doors/forges/support/forge-fields.js';
import { GitlabSimulator } from '../support/forges/gitlab/gitlab-simulator.js';
import { OfficeClient } from '../support/office-client.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { CommandLine } from './support/command-line.js';

describe('every field of a repository on a forge', () => {
  const inDirectory = temporaryDirectory();
  let forge: GitlabSimulator;
  let at: CommandLine;
  let client: OfficeClient;
  beforeAll(async () => {
    forge = await GitlabSimulator.start(inDirectory('forge'));
    forge.accounts.set(otherAccount.token, { login: otherAccount.login, scopes: ['api'] });
    at = await CommandLine.start({ OFFICE_PRIVATE_HOSTS: new URL(forge.url).host });
    client = new OfficeClient(Number(at.env.PORT));
    for (const name of floorNames) await client.post('/api/workspaces', { name });
  }, 60_000);
  afterEach(async () => {
    for (const { id } of await forges()) await client.delete(`/forges/${id}`);
  });
  afterAll(async () => {
    await at.close();
    await forge.close();
    expect(forge.violations).toEqual([]);
  });

  const forges = async (): Promise<readonly Forge[]> =>
    (await client.get<readonly Forge[]>('/forges')).body;

  it('is said, changed and emptied over HTTP', async () => {
    const made = await client.post<ConnectedForge>('/forges', givenAt(0, forge));
    expect([made.status, made.body.forge]).toEqual([
      201,
      expect.objectContaining(shownAt(0, forge)),
    ]);
    for (const turn of turns.slice(1)) {
      const path = `/forges/${made.body.forge.id}`;
      const { body } = await client.patch<Forge>(path, givenAt(turn, forge));
      expect(body).toMatchObject(shownAt(turn, forge));
    }
  });

  it('is said, changed and emptied in the command line', async () => {
    const optionsAt = (turn: (typeof turns)[number]): readonly string[] =>
      rowsAt(turn, forge).flatMap(([, { option, values }]: ForgeRow) =>
        option === undefined ? [] : [`--${option}`, String(values[turn])],
      );
    const { repository } = givenAt(0, forge);
    const connect = ['forges', 'connect', String(repository), ...optionsAt(0), '--json'];
    const { stdout } = await at.office(connect, { input: forge.token });
    const made = (JSON.parse(stdout) as ConnectedForge).forge;
    expect(made).toMatchObject(shownAt(0, forge));
    for (const turn of turns.slice(1)) {
      const hasToken = 'token' in givenAt(turn, forge);
      const change = ['forges', 'change', made.id, ...optionsAt(turn)];
      const changed = hasToken
        ? await at.office([...change, '--token'], { input: otherAccount.token })
        : await at.office(change);
      // The folders of the floors are empty.
      const note = forgeTexts.noRepository('Other floor', String(repository));
      expect(changed).toMatchObject({ code: 0, stderr: `${note}\n` });
      expect((await forges())[0]).toMatchObject(shownAt(turn, forge));
    }
  }, 60_000);

  it('is read of the address of a page below a path of its host', async () => {
    const page = `${forge.url}/${forge.repository}/-/issues`;
    const place = ['--kind', 'gitlab', '--server', forge.url, '--json'];
    const { stdout } = await at.office(['forges', 'connect', page, ...place], {
      input: forge.token,
    });
    const { url, repository } = forge;
    expect((JSON.parse(stdout) as ConnectedForge).forge).toMatchObject({ url, repository });
  }, 60_000);

  it('leaves open what runs at an address of its own', async () => {
    const place = ['acme/tools/widgets', '--server', forge.url];
    expect(await at.office(['forges', 'connect', ...place])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--kind') as unknown,
    });
  });
});
