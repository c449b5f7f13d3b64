/**
 * Rules for values of variables; each continues a sentence that begins with the variable's name.
 */
export const ruleTexts = {
  truth: 'must be true or false',
  literal: 'opens with true to the letter, and with nothing else',
  number: (kind: 'integer' | 'decimal', min: number, max: number) =>
    `must be ${kind === 'integer' ? 'a whole number' : 'a number'}${boundsOf(min, max)}`,
  oneOf: (values: readonly string[]) => `must be ${alternatives(values)}`,
  text: 'must be a text without quotes around it',
  secret:
    'must be printable ASCII, without quotes, a comment behind it, or a reference such as $NAME',
  url: (schemes: readonly string[], credentials: boolean) =>
    `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}` +
    (credentials ? '' : ', without user and password'),
  host: 'must be an IP address or a host name, without port',
  database:
    'must be the path of a file, :memory:, or an address that starts with postgres:// or postgresql://',
  directory: 'must be the path of a directory, without quotes and variables',
  file: 'must be the path of a file, without quotes and variables',
  pairs: 'must list name=value, with commas between',
  hosts: 'must list host names such as office.example.org, with commas between',
  networks: 'must list addresses or networks such as 10.0.0.0/8, or be none',
  basePath: 'must be a path such as /office',
  proxy:
    'must be the address of a proxy as http://host:port or https://host:port, with user:password@ before the host if it wants them',
  groups:
    'must list group=rights such as staff=work+approve, with commas between; rights are read, work, approve and administer',
  scopes: 'must be scopes with blanks between, the first of them openid',
  origins: 'must list origins such as https://example.org',
  names: 'must list names of variables, with commas between',
  variable: 'must be the name of a variable',
  providers: 'must list ids of providers, with commas between',
  embedding: 'must be provider/model',
  noDatabaseDirectory: 'must be the path of a file, and is that of a directory',
  nothing: 'nothing',
} as const;

/** Warnings about variables that are not used as written. */
export const warningTexts = {
  instead: (name: string, rule: string, used: string) => `${name} ${rule}; ${used} is used`,
  saved: (name: string, rule: string, setting: string, value: string) =>
    `${name} ${rule}; the setting ${setting} is ${value}`,
  missing: (name: string) => `${name} names a directory that is not there; nothing is read from it`,
  unknown: (name: string, nearest: string | null) =>
    `${name} is no variable of this service${nearest === null ? '' : `; is ${nearest} meant?`}`,
} as const;

function boundsOf(min: number, max: number): string {
  if (max !== Infinity) return ` from ${min} to ${max}`;
  return min === -Infinity ? '' : ` of at least ${min}`;
}

function alternatives(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
