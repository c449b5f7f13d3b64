import { describe, expect, it } from '@jest/globals';
import { type ShellRules, wayOf } from './shell-rules.js';

const rules = (more: Partial<ShellRules>): ShellRules => ({
  mode: 'auto',
  obstacle: null,
  insideAllowed: false,
  ...more,
});
const plain = { outside: false, autoApprove: false };
const none = { kind: 'run', offersSandbox: false, obstacle: null };

describe('wayOf', () => {
  it.each([
    [
      'asks and offers the sandbox',
      {},
      {},
      { ...none, asks: true, inside: false, offersSandbox: true },
    ],
    [
      'runs inside where that was allowed',
      { insideAllowed: true },
      {},
      { ...none, asks: false, inside: true },
    ],
    [
      'asks to leave',
      { insideAllowed: true },
      { outside: true },
      { ...none, asks: true, inside: false },
    ],
    [
      'asks nobody where nobody is asked',
      {},
      { autoApprove: true },
      { ...none, asks: false, inside: false },
    ],
    ['asks as before when off', { mode: 'off' }, {}, { ...none, asks: true, inside: false }],
    [
      'says why there is none',
      { obstacle: 'no luck' },
      {},
      { ...none, asks: true, inside: false, obstacle: 'no luck' },
    ],
    [
      'does not run outside unasked on a floor that wanted a sandbox',
      { mode: 'off', obstacle: 'off', insideAllowed: true },
      {},
      { ...none, asks: true, inside: false, obstacle: 'off' },
    ],
    [
      'asks and runs inside where that is required',
      { mode: 'required' },
      {},
      { ...none, asks: true, inside: true, offersSandbox: true },
    ],
    [
      'runs inside unasked where that is required and allowed',
      { mode: 'required', insideAllowed: true },
      {},
      { ...none, asks: false, inside: true },
    ],
  ] as const)('%s', (_what, given, asked, way) => {
    expect(wayOf(rules(given), { ...plain, ...asked })).toEqual(way);
  });

  it('refuses in words what may not be run outside', () => {
    expect(wayOf(rules({ mode: 'required' }), { outside: true, autoApprove: true })).toEqual({
      kind: 'refused',
      reason: 'Nothing was run: this office runs nothing outside its sandbox.',
    });
    const missing = rules({ mode: 'required', obstacle: 'no luck', insideAllowed: true });
    expect(wayOf(missing, { ...plain, autoApprove: true })).toEqual({
      kind: 'refused',
      reason:
        'Nothing was run: this office runs commands in a sandbox only, and there is none: no luck.',
    });
  });
});
