import { configTexts } from '../../protocol/texts/process.js';
import { isLoopbackHost } from '../net/addresses.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { SignInSettings } from './sign-in-settings.js';

const hourMs = 3_600_000;

/** How people sign in; null: they do not. */
export function readSignIn(reader: EnvironmentReader): SignInSettings | null {
  const issuer = reader.read('OFFICE_OIDC_ISSUER');
  const clientId = reader.read('OFFICE_OIDC_CLIENT_ID');
  const groups = reader.read('OFFICE_OIDC_GROUPS');
  const settings = {
    clientSecret: reader.read('OFFICE_OIDC_CLIENT_SECRET'),
    scopes: reader.read('OFFICE_OIDC_SCOPES'),
    nameClaim: reader.read('OFFICE_OIDC_NAME_CLAIM'),
    groupsClaim: reader.read('OFFICE_OIDC_GROUPS_CLAIM'),
    sessionMs: reader.read('OFFICE_OIDC_SESSION_HOURS') * hourMs,
  };
  const isNone = issuer === null && clientId === null && groups.size === 0;
  if (isNone) return null;
  if (issuer === null || clientId === null || groups.size === 0) {
    // A value that cannot be read has a problem of its own.
    if (reader.problems.length === 0) reader.problems.push(configTexts.signInIncomplete);
    return null;
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    reader.problems.push(configTexts.signInInsecure);
  }
  return { issuer, clientId, groups, ...settings };
}
