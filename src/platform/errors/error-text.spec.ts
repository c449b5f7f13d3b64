import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { causesOf, innermostMessage, messagesOfCauses } from './error-text.js';

const failed = new Error('fetch failed', {
  cause: new Error('', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') }),
});

describe('the text of an error and its causes', () => {
  it('is that of the innermost cause with a message', () => {
    expect(innermostMessage(failed)).toBe('connect ECONNREFUSED 127.0.0.1:1');
    expect(innermostMessage(new Error('alone'))).toBe('alone');
  });

  it('is all of them, each told once, in order', () => {
    expect(messagesOfCauses(failed)).toBe('fetch failed: Error: connect ECONNREFUSED 127.0.0.1:1');
    expect(messagesOfCauses(new Error('same', { cause: new Error('same') }))).toBe('same');
    const coded = Object.assign(new Error(''), { code: 'ECONNRESET' });
    expect(messagesOfCauses(new Error('terminated', { cause: coded }))).toBe(
      'terminated: ECONNRESET',
    );
  });

  it.each([[undefined], [null], ['words'], [7]])('shows %p as it is', (thrown) => {
    expect(innermostMessage(thrown)).toBe(String(thrown));
    expect(messagesOfCauses(thrown)).toBe(String(thrown));
  });

  it('reads errors of another realm, and ends where causes form a ring or never end', () => {
    const foreign: unknown = runInNewContext('new Error("elsewhere")');
    expect(innermostMessage(foreign)).toBe('elsewhere');
    const ring = new Error('ring');
    ring.cause = ring;
    expect(messagesOfCauses(ring)).toBe('ring');
    class Endless extends Error {
      override get cause(): unknown {
        return new Endless('deeper');
      }
    }
    const endless = new Endless('deeper');
    expect(causesOf(endless).length).toBe(8);
  });
});
