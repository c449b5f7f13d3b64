import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenTexts } from '../../src/protocol/texts/rights.js';
import { signInTexts } from '../../src/protocol/texts/sign-in.js';
import { Browser } from '../support/openid/browser.js';
import { OpenIdServer, quietProviders } from '../support/openid/provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { asRoot, begin, settings } from './support/signing-in.js';

describe('the names of people who sign in', () => {
  quietProviders();
  let provider: OpenIdServer;
  let office: RunningOffice;

  beforeAll(async () => {
    provider = await OpenIdServer.start({
      bot: { email: 'bot@example.org', email_verified: true, groups: ['staff'] },
      rob: { email: 'Administrator', email_verified: true, groups: ['/admins'] },
      wim: { email: 'wim@example.org', email_verified: true, groups: ['staff'] },
    });
    office = await begin(settings(provider.issuer));
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const token = (name: string) =>
    office.client.post<{ error?: string }>('/tokens', { name, rights: ['work'] }, asRoot);
  const signIn = (login: string) =>
    new Browser().signIn(`http://127.0.0.1:${office.port}/sign-in`, login);

  it.each([
    ['bot', 'bot@example.org'],
    ['rob', 'Administrator'],
  ])('are neither those of tokens nor of the administrator: %s', async (login, name) => {
    await token('BOT@example.org');
    const { status, text } = await signIn(login);
    expect([status, JSON.parse(text)]).toEqual([403, { error: signInTexts.nameTaken(name) }]);
    const { text: log } = await office.client.get('/audit', asRoot);
    expect(log).toContain(JSON.stringify(signInTexts.nameTaken(name)));
  });

  it('are not given to tokens', async () => {
    await signIn('wim');
    const { status, body } = await token('Wim@example.org');
    expect([status, body.error]).toEqual([400, tokenTexts.nameTaken('Wim@example.org')]);
  });
});
