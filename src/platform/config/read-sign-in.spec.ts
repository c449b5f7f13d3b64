import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';
import type { Environment } from './read-environment.js';

const load = (env: Environment) => loadConfig({ env, cwd: tmpdir() });
const whole = {
  OFFICE_OIDC_ISSUER: 'https://login.example.org/o/office/',
  OFFICE_OIDC_CLIENT_ID: 'office',
  OFFICE_OIDC_GROUPS: 'staff=work',
};

describe('readSignIn', () => {
  it('reads none by default', () => {
    expect(load({}).signIn).toBeNull();
  });

  it('reads an issuer to the letter, and the defaults', () => {
    expect(load(whole).signIn).toEqual({
      issuer: 'https://login.example.org/o/office/',
      clientId: 'office',
      clientSecret: null,
      groups: new Map([['staff', ['work']]]),
      groupsClaim: 'groups',
      nameClaim: 'email',
      scopes: 'openid profile email',
      sessionMs: 43_200_000,
    });
  });

  it('keeps the secret from children and the log', () => {
    const { secretNames, secrets } = load({ ...whole, OFFICE_OIDC_CLIENT_SECRET: 's3cret' });
    expect(secretNames).toEqual(
      expect.arrayContaining(['OFFICE_OIDC_CLIENT_SECRET', 'OFFICE_OIDC_CLIENT_SECRET_FILE']),
    );
    expect(secrets).toContain('s3cret');
  });

  it.each(Object.keys(whole))('ends the boot without %s', (name) => {
    expect(() => load({ ...whole, [name]: '' })).toThrow(
      'Signing in takes all of OFFICE_OIDC_ISSUER, OFFICE_OIDC_CLIENT_ID and OFFICE_OIDC_GROUPS, or none of them',
    );
  });

  it('speaks plain HTTP to providers of this machine only', () => {
    expect(load({ ...whole, OFFICE_OIDC_ISSUER: 'http://127.0.0.1:9000' }).signIn).not.toBeNull();
    expect(() => load({ ...whole, OFFICE_OIDC_ISSUER: 'http://login.example.org' })).toThrow(
      'OFFICE_OIDC_ISSUER must start with https://; http:// is for providers on this machine',
    );
  });

  it.each([
    ['OFFICE_OIDC_ISSUER', 'login.example.org', 'must be an address that starts with'],
    ['OFFICE_OIDC_ISSUER', 'https://me:s3cret@login.example.org', 'must be an address'],
    ['OFFICE_OIDC_ISSUER', 'https://login.example.org/?tenant=1', 'must be an address'],
    ['OFFICE_OIDC_GROUPS', 'staff', 'must list group=rights such as staff=work+approve'],
    ['OFFICE_OIDC_GROUPS', 'staff=everything', 'must list group=rights'],
  ])('ends the boot with %s=%s, and says only that', (name, value, rule) => {
    expect(() => load({ ...whole, [name]: value })).toThrow(`${name} ${rule}`);
    expect(() => load({ ...whole, [name]: value })).not.toThrow(/Signing in takes|s3cret/);
  });

  it('goes on with the default scopes where others lack openid', () => {
    const { signIn, warnings } = load({ ...whole, OFFICE_OIDC_SCOPES: 'email' });
    expect(signIn?.scopes).toBe('openid profile email');
    expect(warnings).toMatchObject([{ text: expect.stringContaining('the first of them openid') }]);
  });

  it('lets others in to an office that asks who they are', () => {
    expect(load({ ...whole, HOST: '0.0.0.0' }).http.host).toBe('0.0.0.0');
  });
});
