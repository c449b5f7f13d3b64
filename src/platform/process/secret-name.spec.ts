import { describe, expect, it } from '@jest/globals';
import { isSecretVariable, maybeSecret } from './secret-name.js';

describe('isSecretVariable', () => {
  it.each(['OPENAI_API_KEY', 'db_password', 'MYSQL_PWD', 'TOKEN', 'Password', 'GITHUB_PAT'])(
    'takes %s for the name of a credential',
    (name) => expect(isSecretVariable(name)).toBe(true),
  );

  it.each(['PATH', 'PWD', 'OLDPWD', 'TOKENS', 'MONKEY', 'COMPASS'])('does not take %s', (name) =>
    expect(isSecretVariable(name)).toBe(false),
  );
});

describe('maybeSecret', () => {
  it.each([
    ['ACME_SECRETKEY', 'x'],
    ['AWS_ACCESS_KEY_ID', 'x'],
    ['SENTRY_DSN', 'x'],
    ['OFFICE_API_TOKEN', 'x'],
    ['OFFICE_DB', 'postgres://office:word@db/office'],
    ['REDIS_URL', 'redis://:word@cache:6379'],
  ])('suspects %s=%s', (name, value) => expect(maybeSecret(name, value)).toBe(true));

  it.each([
    ['PATH', '/usr/bin'],
    ['OLDPWD', '/'],
    ['OFFICE_DB', './data/office.sqlite'],
    ['OFFICE_DB', 'postgres://db/office?application_name=a@b'],
    ['NODE_OPTIONS', '--import x'],
  ])('does not suspect %s=%s', (name, value) => expect(maybeSecret(name, value)).toBe(false));
});
