import { describe, expect, it } from '@jest/globals';
import { deniedInside } from './denied-inside.js';

describe('whether a sandbox had a part in a failure', () => {
  it.each([
    'touch: cannot touch /etc/a: Read-only file system',
    "Error: EACCES: permission denied, open '/root/a'",
    'npm error code EAI_AGAIN',
    'npm error request to https://registry.npmjs.org/a failed, reason: getaddrinfo ENOTFOUND',
    'curl: (6) Could not resolve host: example.org',
    "fatal: unable to access: Couldn't connect to server",
    'wget: Temporary failure in name resolution',
    'ping: connect: Network is unreachable',
    'connect ECONNREFUSED 10.0.0.1:5432',
    'rm: cannot remove .git: Device or resource busy',
    'write error: No space left on device',
    'sh: fork: Resource temporarily unavailable',
  ])('it may have: %s', (output) => {
    expect(deniedInside(output)).toBe(true);
  });

  it.each([
    '',
    '1 failing\nAssertionError: expected 1 to equal 2',
    'not ok 3 - parses an empty string',
    "error TS2322: Type 'string' is not assignable to type 'number'.",
    'bash: foo: command not found',
    "Error: Cannot find module './a.js'",
    'cat: missing.txt: No such file or directory',
    'SyntaxError: Unexpected token',
  ])('it had none: %j', (output) => {
    expect(deniedInside(output)).toBe(false);
  });
});
