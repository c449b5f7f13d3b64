import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Forge } from '#protocol/records/forges.js';
import type { NewForge } from '#client/http/forge-operations.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { submitTexts } from '#protocol/texts/runs.js';
import type { GithubSimulator } from '../support/forges/github/github-simulator.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { forgeWithClone } from './support/forge-workspace.js';
import { expectRefusedAt, sendWith } from './support/refused-at.js';

interface Row {
  readonly label: string;
  readonly bad: unknown;
  readonly text: string;
}

/** What is connected and changed alike. */
const shared = {
  label: { label: 'Label', bad: 'a,b', text: forgeTexts.badName('label') },
  mention: { label: 'Mention', bad: 'a,b', text: forgeTexts.badName('mention') },
  pipelineId: { label: 'Pipeline', bad: 'none', text: submitTexts.noPipeline('none') },
  issueUsd: {
    label: 'Ceiling of an issue, USD',
    ...{ bad: 0, text: forgeTexts.badBound('issueUsd', 0.01, 1000) },
  },
  wakes: { label: 'Goes on at most', bad: 51, text: forgeTexts.badBound('wakes', 0, 50) },
  perDay: { label: 'Issues a day', bad: 0, text: forgeTexts.badBound('perDay', 1, 1000) },
  pollSeconds: {
    label: 'Seconds between looks',
    ...{ bad: 1, text: forgeTexts.badBound('pollSeconds', 10, 86_400) },
  },
} satisfies Partial<Record<keyof NewForge, Row>>;

const floor = { bad: 'none', text: submitTexts.noWorkspace('none') };

describeInBrowser('what the service refuses of a forge, at its field', () => {
  const browser = testBrowser();
  const inDirectory = temporaryDirectory();
  let office: BuiltOffice;
  let forge: GithubSimulator;
  let host: string;
  beforeAll(async () => {
    forge = await forgeWithClone(inDirectory('forge'), inDirectory('clone'));
    ({ host } = new URL(forge.url));
    office = await startBuiltOffice({
      ...{ OFFICE_WORKSPACE: inDirectory('clone'), OFFICE_PRIVATE_HOSTS: host },
    });
  });
  afterAll(async () => {
    await office.close();
    await forge.close();
  });

  it('when it is connected', async () => {
    browser.expectFault('400');
    const connected = {
      ...shared,
      kind: { label: 'Kind of forge', bad: 'svn', text: forgeTexts.badKind },
      url: { label: 'Address of the server', bad: 'ftp://a', text: forgeTexts.badUrl },
      repository: { label: 'Repository', bad: 'acme', text: forgeTexts.badRepository },
      token: { label: 'Token', bad: 'wrong', text: forgeTexts.tokenRefused(host) },
      workspaceId: { label: 'Floor, whose folder is a clone of it', ...floor },
    } satisfies Record<keyof NewForge, Row>;
    const page = await browser.open(`${office.url}/#/forges`);
    await page.getByRole('button', { name: 'Connect a repository' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a repository' });
    await dialog.getByLabel('Repository', { exact: true }).fill(`${forge.url}/acme/widgets`);
    await dialog.getByLabel('Token').fill(forge.token);
    const send = await sendWith(page, /\/forges$/);
    for (const [field, { label, bad, text }] of Object.entries<Row>(connected)) {
      send({ [field]: bad });
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
      await expectRefusedAt(page, { field, label, text });
    }
    expect(await allFindings(page)).toEqual([]);
    send({});
    // The address says what runs there, so what is refused of it is shown where it was typed.
    await dialog.getByLabel('Repository', { exact: true }).fill('https://github.com/acme/widgets');
    send({ url: 'ftp://a' });
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectRefusedAt(page, { field: '', label: 'Repository', text: forgeTexts.badUrl });
  });

  it('when it is changed, and nothing is sent that was not changed', async () => {
    browser.expectFault('400');
    const { client } = office.service;
    const wanted = { kind: 'github', url: forge.url, repository: 'acme/widgets' };
    await client.post('/forges', { ...wanted, token: forge.token, workspaceId: 'default' });
    const changed = {
      ...shared,
      token: { label: 'Another token', bad: 'wrong', text: forgeTexts.tokenRefused(host) },
      workspaceId: { label: 'Floor', ...floor },
    };
    const page = await browser.open(`${office.url}/#/forges`);
    const card = page.getByRole('article', { name: 'acme/widgets' });
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    const send = await sendWith(page, /\/forges\//);
    for (const [field, { label, bad, text }] of Object.entries<Row>(changed)) {
      send({ [field]: bad });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expectRefusedAt(page, { field, label, text });
    }
    send({});
    expect(await allFindings(page)).toEqual([]);
    const [{ id = '' } = {}] = (await client.get<readonly Forge[]>('/forges')).body;
    await client.patch(`/forges/${id}`, { perDay: 7 });
    await dialog.getByLabel('Goes on at most').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [now] = (await client.get<readonly Forge[]>('/forges')).body;
    expect([now?.perDay, now?.wakes]).toEqual([7, 3]);
  });
});
