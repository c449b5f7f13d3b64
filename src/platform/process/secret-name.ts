/** Usual suffixes of credentials' names. */
const secretEndings = [
  '_API_KEY',
  '_ACCESS_KEY',
  '_ACCESS_KEY_ID',
  '_KEY_ID',
  '_SECRET_KEY',
  '_PRIVATE_KEY',
  '_ACCESS_TOKEN',
  '_AUTH_TOKEN',
  '_SESSION_TOKEN',
  '_TOKEN',
  '_SECRET',
  '_CREDENTIALS',
  '_PASSWORD',
  '_PASSWD',
  '_PASSPHRASE',
  '_PASS',
  '_AUTH',
  '_PAT',
];

const secretNames = new Set(['PGPASSWORD', 'MYSQL_PWD']);

/** True if a variable's name usually means a credential; a bare `TOKEN` does. */
export function isSecretVariable(name: string): boolean {
  const upper = `_${name.toUpperCase()}`;
  return secretNames.has(upper.slice(1)) || secretEndings.some((ending) => upper.endsWith(ending));
}

/** Parts of names that may mean a credential: too broad for display, right for hiding. */
const suspicious =
  /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|(?:^|_)(?:PASS|PWD|AUTH|PAT|DSN|LOGIN)(?:_|$)/;

/**
 * True if a variable may hold a credential, by its name or because its value is an address with
 * one.
 */
export function maybeSecret(name: string, value: string): boolean {
  return suspicious.test(name.toUpperCase()) || carriesCredentials(value);
}

/**
 * True if a text contains an address with a user name or password: `scheme://user:word@host`, or
 * without a scheme, as proxies are written.
 */
export function carriesCredentials(text: string): boolean {
  return /:\/\/[^/?#\s@]*@|^[^/?#\s@:]+:[^/?#\s@]*@/.test(text);
}

/** Values of the variables whose names suggest a credential. */
export function secretValuesIn(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment)
    .filter(([name]) => isSecretVariable(name))
    .map(([, value]) => value);
}
