import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Access, AccessToken, AuditEntry } from '../../src/protocol/records/access.js';
import { httpTexts } from '../../src/protocol/texts/http.js';
import { signInTexts } from '../../src/protocol/texts/sign-in.js';
import { Browser } from '../support/openid/browser.js';
import { OpenIdServer, type People, quietProviders } from '../support/openid/provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { asRoot, begin, root, settings } from './support/signing-in.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const people: People = {
  ada: { email: 'ada@example.org', email_verified: true, groups: ['/admins', 'staff'] },
  wim: { email: 'wim@example.org', email_verified: true, groups: ['staff'] },
  eve: { email: 'ada@example.org', email_verified: false, groups: ['staff'] },
  ['n'.repeat(90)]: { groups: ['staff'] },
  out: { email: 'out@example.org', email_verified: true, groups: ['elsewhere'] },
};

describe('signing in at an OpenID provider', () => {
  quietProviders();
  const directory = temporaryDirectory();
  let provider: OpenIdServer;
  let office: RunningOffice;
  const offices: RunningOffice[] = [];

  beforeAll(async () => {
    provider = await OpenIdServer.start(people);
    office = await begin(settings(provider.issuer));
  });
  afterEach(async () => {
    for (const each of offices.splice(0)) await each.close();
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const open = async (env: Record<string, string>): Promise<RunningOffice> => {
    const opened = await begin(env);
    offices.push(opened);
    return opened;
  };

  const own = ({ port }: RunningOffice = office): string => `http://127.0.0.1:${port}`;

  const signedIn = async (login: string, at = office): Promise<Browser> => {
    const browser = new Browser();
    const { url } = await browser.signIn(`${own(at)}/sign-in`, login);
    expect(url).toBe(`${own(at)}/`);
    return browser;
  };

  const access = async (browser: Browser, at = office): Promise<Access> =>
    JSON.parse((await browser.visit(`${own(at)}/access`)).text) as Access;

  const statusOf = async (browser: Browser, path: string): Promise<number> =>
    (await browser.visit(own() + path)).status;

  const post = (browser: Browser, path: string, body: object, headers = {}) =>
    office.client.post<{ error: string }>(path, body, {
      headers: { cookie: browser.cookieFor(own() + path), ...headers },
    });

  const entries = async (): Promise<readonly AuditEntry[]> => {
    const { text } = await office.client.get('/audit', asRoot);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEntry);
  };

  it('is asked of everybody without a token', async () => {
    const browser = new Browser();
    expect(await access(browser)).toMatchObject({ wantsToken: true, signIn: true, rights: [] });
    expect(await statusOf(browser, '/api/state')).toBe(403);
  });

  it('opens the office to a person with the rights of their groups, by the name that is told', async () => {
    const ada = await signedIn('ada');
    expect(await access(ada)).toEqual({
      wantsToken: true,
      signIn: true,
      name: 'ada@example.org',
      session: true,
      rights: ['read', 'work', 'approve', 'administer'],
    });
    const wim = await signedIn('wim');
    expect(await access(wim)).toMatchObject({ name: 'wim@example.org', rights: ['read', 'work'] });
    expect(await statusOf(wim, '/api/state')).toBe(200);
    expect(await statusOf(wim, '/tokens')).toBe(403);
    const signIns = (await entries()).filter(
      ({ operation }) => operation === 'GET sign-in/callback',
    );
    expect(signIns.at(-1)).toMatchObject({
      name: 'wim@example.org',
      address: expect.stringMatching(/127\.0\.0\.1$/),
    });
    // Nobody is known by an address that is not theirs.
    expect(await access(await signedIn('eve'))).toMatchObject({ name: 'eve' });
    const { text } = await ada.visit(`${own()}/tokens`);
    expect(JSON.parse(text)).toContainEqual(
      expect.objectContaining({ kind: 'session', name: 'wim@example.org' }),
    );
  });

  it('reads claims out of the ID token too', async () => {
    const other = await OpenIdServer.start(people, true);
    const opened = await open(settings(other.issuer));
    const wim = await signedIn('wim', opened);
    expect(await access(wim, opened)).toMatchObject({ name: 'wim@example.org' });
    await other.close();
  });

  it('sets a cookie that no script reads and no other site sends, and keeps only its hash', async () => {
    const wim = await signedIn('wim');
    const [begun = '', , session = '', ...others] = wim.set.filter((each) =>
      each.startsWith('office_'),
    );
    expect(others).toEqual([]);
    expect(begun).toMatch(
      /^office_sign_in=[\w-]+; Max-Age=600; Path=\/sign-in; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(session).toMatch(
      /^office_session=oof_[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const { text } = await office.client.get('/tokens', asRoot);
    expect(text).not.toContain(/oof_[\w-]{43}/.exec(session)?.[0]);
  });

  it('leads to the public address, with cookies for its path and https only', async () => {
    const publicUrl = 'https://office.example.org/desk';
    const opened = await open({ ...settings(provider.issuer), OFFICE_PUBLIC_URL: publicUrl });
    const browser = new Browser();
    const { location } = await browser.step(`${own(opened)}/sign-in`);
    const asked = new URL(location ?? '').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      redirect_uri: `${publicUrl}/sign-in/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(browser.set[0]).toMatch(/; Path=\/desk\/sign-in; .*HttpOnly; Secure; SameSite=Lax$/);
  });

  it('lets a session change things from the own page of the office only', async () => {
    const wim = await signedIn('wim');
    const brief = { brief: 'Go on', pipelineId: 'quick-answer' };
    const submit = (origin?: string) =>
      post(wim, '/api/submit', brief, origin === undefined ? {} : { origin });
    expect((await submit(own())).status).toBe(202);
    for (const origin of [undefined, 'http://localhost:3000']) {
      const { status, body } = await submit(origin);
      expect([status, body.error]).toEqual([403, signInTexts.otherPage]);
    }
    const foreign = await submit('https://example.org');
    expect([foreign.status, foreign.body.error]).toEqual([403, httpTexts.crossOrigin]);
    const headers = { cookie: wim.cookieFor(own()), 'sec-fetch-site': 'cross-site' };
    for (const path of ['/api/state', '/workspaces/templates', '/access', '/audit']) {
      const { status, body } = await office.client.get<{ error: string }>(path, { headers });
      expect([status, body.error]).toEqual([403, httpTexts.crossSite]);
    }
    const submits = (await entries()).filter(({ operation }) => operation === 'POST api/submit');
    expect(submits).toMatchObject([{ name: 'wim@example.org', outcome: 'done', door: 'http' }]);
  });

  it('opens sockets to the own page only, and closes them when the person signs out', async () => {
    const wim = await signedIn('wim');
    const cookie = wim.cookieFor(`${own()}/ws`);
    const others: readonly Record<string, string>[] = [{}, { origin: 'http://localhost:3000' }];
    for (const other of others) {
      const headers = { cookie, ...other };
      await expect(office.client.connect({ headers })).rejects.toThrow('403');
    }
    const socket = await office.client.connect({ headers: { cookie, origin: own() } });
    const closed = once(socket.socket, 'close');
    expect((await post(wim, '/sign-out', {})).status).toBe(403);
    const ended = await wim.visit(`${own()}/sign-out`, {
      method: 'POST',
      headers: { origin: own() },
    });
    expect([ended.status, JSON.parse(ended.text)]).toEqual([200, { ok: true }]);
    expect((await closed)[0]).toBe(1008);
    expect(wim.cookieFor(`${own()}/api/state`)).toBe('');
    const again = await office.client.get('/api/state', { headers: { cookie } });
    expect(again.status).toBe(403);
    const ends = (await entries()).filter(({ operation }) => operation === 'POST sign-out');
    expect(ends.at(-1)).toMatchObject({ name: 'wim@example.org', outcome: 'done' });
  });

  it('ends every session of an office that people no longer sign in to', async () => {
    const store = { OFFICE_DB: join(directory('store'), 'office.sqlite') };
    const before = await begin({ ...settings(provider.issuer), ...store });
    const wim = await signedIn('wim', before);
    const cookie = wim.cookieFor(own(before));
    expect(cookie).not.toBe('');
    const mayRead = async (at: RunningOffice) =>
      (await at.client.get('/api/state', { headers: { cookie } })).status;
    expect(await mayRead(before)).toBe(200);
    await before.close();
    expect(await mayRead(await open({ OFFICE_API_TOKEN: root, ...store }))).toBe(403);
  });

  it('tells a person in a browser on a page why it was refused', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const { status, text } = await new Browser().visit(`${own()}/sign-in/callback?state=<b>`, {
      headers,
    });
    expect(status).toBe(400);
    for (const told of [signInTexts.refusalTitle, signInTexts.notBegun, signInTexts.openOffice])
      expect(text).toContain(told);
    expect(text).toContain(`href="${own()}/"`);
  });

  it('is one of many sessions, which an administrator ends one by one', async () => {
    const [one, other] = [await signedIn('wim'), await signedIn('wim')];
    const { body: tokens } = await office.client.get<AccessToken[]>('/tokens', asRoot);
    const newest = tokens.findLast(({ name }) => name === 'wim@example.org');
    await office.client.delete(`/tokens/${newest?.id}`, asRoot);
    expect(await statusOf(other, '/api/state')).toBe(403);
    expect(await statusOf(one, '/api/state')).toBe(200);
  });

  it('refuses a person who is in no group of the office, and the log tells of it', async () => {
    const browser = new Browser();
    const { status, text } = await browser.signIn(`${own()}/sign-in`, 'out');
    const error = signInTexts.noRights('out@example.org');
    expect([status, JSON.parse(text)]).toEqual([403, { error }]);
    expect(browser.cookieFor(own())).toBe('');
    expect((await entries()).at(-1)).toMatchObject({
      operation: 'GET sign-in/callback',
      outcome: 'refused',
      message: error,
      address: expect.stringMatching(/127\.0\.0\.1$/),
    });
  });

  it('refuses a person without a name that fits', async () => {
    const { status, text } = await new Browser().signIn(`${own()}/sign-in`, 'n'.repeat(90));
    expect([status, JSON.parse(text)]).toEqual([403, { error: signInTexts.noName('email', 80) }]);
  });

  it('believes no answer that it has not asked for, and none twice', async () => {
    const refused = async (browser: Browser, url: string): Promise<string> => {
      const { status, text } = await browser.visit(url);
      expect(status).toBe(400);
      return (JSON.parse(text) as { error: string }).error;
    };
    const ada = await signedIn('ada');
    const answer = ada.visited.find((url) => url.includes('/sign-in/callback')) ?? '';
    // The answer to another browser, as one who signs a stranger in would send it.
    expect(await refused(new Browser(), answer)).toBe(signInTexts.notBegun);
    expect(await refused(ada, answer)).toBe(signInTexts.notBegun);
    const begun = new Browser();
    await begun.step(`${own()}/sign-in`);
    expect(await refused(begun, answer)).toMatch(/^The provider has not signed you in: /);
    expect(begun.cookieFor(own())).toBe('');
  });

  it('says what the provider says when it refuses', async () => {
    const browser = new Browser();
    const { location } = await browser.step(`${own()}/sign-in`);
    const state = new URL(location ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      ...{ state, iss: provider.issuer },
      ...{ error: 'access_denied', error_description: 'Not today.' },
    });
    const { text } = await browser.visit(`${own()}/sign-in/callback?${query.toString()}`);
    expect(JSON.parse(text)).toEqual({ error: signInTexts.refused('Not today.') });
  });

  it('waits for a provider that does not answer, and asks it again', async () => {
    const gone = await OpenIdServer.start(people);
    const { issuer, port } = gone;
    await gone.close();
    const opened = await open(settings(issuer));
    const { status, text } = await new Browser().visit(`${own(opened)}/sign-in`);
    expect([status, JSON.parse(text)]).toEqual([503, { error: signInTexts.silent }]);
    expect(opened.log.join('\n')).toContain(`the provider of sign-ins ${issuer} cannot be used`);
    const back = await OpenIdServer.start(people, false, port);
    expect(await access(await signedIn('wim', opened), opened)).toMatchObject({ session: true });
    await back.close();
  });

  it('takes nothing but sessions for cookies, and no cookie at the door of MCP', async () => {
    const cookie = `office_session=${root}`;
    expect((await office.client.get('/api/state', { headers: { cookie } })).status).toBe(403);
    const wim = await signedIn('wim');
    for (const path of ['/mcp', '/MCP/']) {
      expect((await post(wim, path, {}, { origin: own() })).status).toBe(401);
    }
  });

  it('is not there where nobody has set it up', async () => {
    const opened = await open({});
    const { status, text } = await new Browser().visit(`${own(opened)}/sign-in`);
    expect([status, JSON.parse(text)]).toEqual([404, { error: signInTexts.notSet }]);
  });
});
