import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { oidcClient, OpenIdServer, quietProviders } from '../support/openid/provider.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';

describeInBrowser('signing in on the page', () => {
  quietProviders();
  const browser = testBrowser();
  let provider: OpenIdServer;
  let office: BuiltOffice;

  beforeAll(async () => {
    const email = { email: 'ada@example.org', email_verified: true };
    provider = await OpenIdServer.start({ ada: { ...email, groups: ['admins'] } });
    office = await startBuiltOffice({
      OFFICE_OIDC_ISSUER: provider.issuer,
      OFFICE_OIDC_CLIENT_ID: oidcClient.id,
      OFFICE_OIDC_CLIENT_SECRET: oidcClient.secret,
      OFFICE_OIDC_GROUPS: 'admins=work+approve+administer',
    });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('goes to the provider and back, says who one is, and signs out', async () => {
    // The page finds out by a refusal that it must sign in; the provider has no icon.
    for (const fault of ['403', '404', 'WebSocket']) browser.expectFault(fault);
    const page = await browser.open(`${office.url}/`);
    await page.getByRole('heading', { name: 'This office wants to know you' }).waitFor();
    // The forms of the provider would load letters from elsewhere.
    await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('[name=login]').fill('ada');
    await page.locator('[name=password]').fill('any');
    await page.locator('[type=submit]').click();
    await page.locator('form:has([value=consent]) [type=submit]').click();
    await page.waitForURL(`${office.url}/**`);
    await page.getByRole('link', { name: 'Access' }).first().click();
    const you = page.locator('section', { has: page.getByRole('heading', { name: 'You' }) });
    await you.getByText('ada@example.org').waitFor();
    const [cookie] = (await page.context().cookies()).filter(
      ({ name }) => name === 'office_session',
    );
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
    await page.evaluate(`sessionStorage.setItem('office-steer', 'typed by Ada')`);
    await you.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'This office wants to know you' }).waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('Ada');
    const left = (await page.context().cookies()).map(({ name }) => name);
    expect(left).not.toContain('office_session');
  });
});
