import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inheritedEnvironment, isSecretName } from './child-environment.js';

const nothing = { names: [], values: [] };

describe('inheritedEnvironment', () => {
  it('hands on what is no credential, pointers to credentials included', () => {
    const parent = {
      PATH: '/bin',
      SSH_AUTH_SOCK: '/s',
      KUBECONFIG: '/k',
      GPG_KEY: 'id',
      EMPTY: '',
    };
    const inherited = inheritedEnvironment(parent, nothing);
    expect(inherited).toEqual(parent);
    expect(inherited).not.toBe(parent);
  });

  it.each([
    'OPENAI_API_KEY',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'GITHUB_TOKEN',
    'NPM_TOKEN',
    'CI_JOB_TOKEN',
    'DEPLOY_PRIVATE_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'db_password',
    'Smtp_Pass',
    'PGPASSWORD',
    'mysql_pwd',
  ])('withholds %s', (name) => {
    expect(inheritedEnvironment({ [name]: 'x' }, nothing)).toEqual({});
  });

  it('withholds registered names in any case', () => {
    const names = ['Vendor_Secretkey'];
    expect(inheritedEnvironment({ VENDOR_SECRETKEY: 'x' }, { names, values: [] })).toEqual({});
  });

  it('withholds a known secret under whatever name it stands', () => {
    const parent = { COPY: 'Bearer sk-0123456789', SHORT: 'abc', UNSET: undefined };
    const inherited = inheritedEnvironment(parent, { names: [], values: ['sk-0123456789', 'abc'] });
    expect(inherited).toEqual({ SHORT: 'abc' });
  });

  it('never lets a name with a secret ending through', () => {
    const ending = fc.constantFrom('_KEY_ID', '_TOKEN', '_SECRET', '_PASSWD', '_Auth_Token');
    fc.assert(
      fc.property(fc.string(), ending, (start, end) => {
        expect(isSecretName(start + end)).toBe(true);
      }),
    );
  });
});
