import { AppModule } from '#app.module.js';
import { oidcClient } from '#test/support/openid/provider.js';
import { startOffice, type RunningOffice } from '#test/support/start-office.js';

/** The token of the configuration. */
export const root = 'the-token-of-the-configuration';
export const asRoot = { headers: { authorization: `Bearer ${root}` } };

/** Of an office in which people sign in; those of `staff` work, `/admins` do everything. */
export function settings(issuer: string): Record<string, string> {
  return {
    OFFICE_API_TOKEN: root,
    OFFICE_OIDC_ISSUER: issuer,
    OFFICE_OIDC_CLIENT_ID: oidcClient.id,
    OFFICE_OIDC_CLIENT_SECRET: oidcClient.secret,
    OFFICE_OIDC_GROUPS: '/admins=administer+approve,staff=work',
  };
}

export function begin(env: Record<string, string>): Promise<RunningOffice> {
  return startOffice({ root: (context) => AppModule.on(context), env });
}
