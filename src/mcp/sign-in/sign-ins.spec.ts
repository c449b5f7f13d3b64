import { expect, it } from '@jest/globals';
import { RefusedError } from '../../platform/errors/office-error.js';
import { finishSignIn } from './sign-ins.js';
import type { SignInStore } from './sign-in-store.js';
import type { SignInAccess, SignInTarget } from './stored-auth-provider.js';

const target = { id: 'notes', url: 'https://notes.test/mcp', oauth: {} } as SignInTarget;

function finishWith(failure: Error): Promise<void> {
  const store = {
    read: () => Promise.reject(failure),
    change: () => Promise.reject(failure),
  } as Pick<SignInStore, 'read' | 'change'> as SignInStore;
  const access: SignInAccess = {
    store,
    fetch: () => Promise.reject(new Error('nothing is to be asked')),
    redirectUrl: () => 'http://127.0.0.1/mcp/callback',
  };
  return finishSignIn(target, { state: 'a state', code: 'a code' }, access);
}

it('says what is wrong with a sign-in, and leaves a failure of the store what it is', async () => {
  await expect(finishWith(new Error('no such state'))).rejects.toThrow(RefusedError);
  const silent = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  await expect(finishWith(silent)).rejects.toBe(silent);
});
