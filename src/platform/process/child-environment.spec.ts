import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inheritedEnvironment } from './child-environment.js';

const nothing = { added: [], withheld: [], values: [] };

describe('inheritedEnvironment', () => {
  it('hands on what shells and tool chains need', () => {
    const parent = {
      PATH: '/bin',
      HOME: '/home/office',
      LANG: 'C.UTF-8',
      LC_ALL: 'C',
      XDG_CACHE_HOME: '/c',
      Path: 'C:\\bin',
      'ProgramFiles(x86)': 'C:\\p',
      JAVA_HOME: '/jdk',
      http_proxy: 'http://proxy:3128',
      EMPTY: '',
      CI: '',
    };
    const { EMPTY: _, ...plain } = parent;
    const inherited = inheritedEnvironment(parent, nothing);
    expect(inherited).toEqual(plain);
    expect(inherited).not.toBe(parent);
  });

  it.each([
    'OPENAI_API_KEY',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'db_password',
    'Smtp_Pass',
    'PGPASSWORD',
    'mysql_pwd',
    'TOKEN',
    'PASSWORD',
    'SECRET',
    'API_KEY',
    'DATABASE_URL',
    'REDIS_URL',
    'GITHUB_PAT',
    'NPM_CONFIG__AUTH',
    'SSH_AUTH_SOCK',
    'KUBECONFIG',
    'NODE_OPTIONS',
    'LC_TOKEN',
    'XDG_SECRET',
    'WHATEVER',
  ])('withholds %s', (name) => {
    expect(inheritedEnvironment({ [name]: 'x' }, nothing)).toEqual({});
  });

  it.each([
    ['HTTPS_PROXY', 'http://user:word@proxy:3128'],
    ['http_proxy', 'user:word@proxy:3128'],
    ['GOPROXY', 'https://user:word@goproxy.example,direct'],
  ])('withholds %s when it holds credentials', (name, value) => {
    expect(inheritedEnvironment({ [name]: value }, nothing)).toEqual({});
  });

  it('hands on what an operator named, in any case', () => {
    const parent = { KUBECONFIG: '/k', GH_TOKEN: 'granted', OTHER_TOKEN: 'x' };
    const added = ['kubeconfig', 'GH_TOKEN', 'ABSENT'];
    expect(inheritedEnvironment(parent, { ...nothing, added })).toEqual({
      KUBECONFIG: '/k',
      GH_TOKEN: 'granted',
    });
  });

  it('withholds what belongs to the service, also when it was named', () => {
    const parent = { VENDOR_SECRETKEY: 'x', PATH: '/bin' };
    const inheritance = { added: ['VENDOR_SECRETKEY'], withheld: ['Vendor_Secretkey'], values: [] };
    expect(inheritedEnvironment(parent, inheritance)).toEqual({ PATH: '/bin' });
  });

  it('withholds a known secret under whatever name it stands', () => {
    const parent = {
      LANG: 'Bearer sk-0123456789',
      COPY: 'sk-0123456789',
      TZ: 'abc',
      PWD: undefined,
    };
    const inherited = inheritedEnvironment(parent, {
      added: ['COPY'],
      withheld: [],
      values: ['sk-0123456789', 'abc'],
    });
    expect(inherited).toEqual({ TZ: 'abc' });
  });

  it('never hands on a name with a secret ending that was not named', () => {
    const ending = fc.constantFrom('_KEY_ID', '_TOKEN', '_SECRET', '_PASSWD', '_Auth_Token');
    const start = fc.oneof(fc.string(), fc.constantFrom('LC', 'XDG', 'LC_X', 'xdg_y'));
    fc.assert(
      fc.property(start, ending, (name, end) => {
        expect(inheritedEnvironment({ [name + end]: 'x' }, nothing)).toEqual({});
      }),
    );
  });
});
