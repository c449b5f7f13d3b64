import { describe, expect, it } from '@jest/globals';
import { checkedSpec, checkedTriggerName, secretFor } from './trigger-rules.js';
import { madeTrigger, shownTrigger } from './trigger-spec.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const schedule = { kind: 'schedule', name: 'n', brief: 'b', cron: '0 3 * * *' } as const;
const outbound = {
  ...({ kind: 'outbound', name: 'n', url: 'https://a.example/hook?key=1' } as const),
  events: ['run.ended'],
};

describe('what a trigger may be', () => {
  it('a schedule with a brief, in UTC unless it names a zone', () => {
    expect(checkedSpec(schedule, now)).toEqual({
      ...{ workspaceId: null, brief: 'b', cron: '0 3 * * *', timeZone: 'UTC' },
    });
    expect(() => checkedSpec({ ...schedule, brief: ' ' }, now)).toThrow('need a "brief"');
    expect(() => checkedSpec({ ...schedule, brief: 'x'.repeat(50_001) }, now)).toThrow('at most');
    expect(() => checkedSpec({ ...schedule, dayUsd: -1 }, now)).toThrow(
      '"dayUsd" must be a number',
    );
    expect(() => checkedSpec({ ...schedule, dayRuns: 0 }, now)).toThrow('from 1 to 1000');
    expect(() => checkedSpec({ ...schedule, dayRuns: 1.5 }, now)).toThrow('from 1 to 1000');
  });

  it('an outbound hook with an address and something to tell', () => {
    expect(checkedSpec(outbound, now)).toMatchObject({ format: 'standard', events: ['run.ended'] });
    expect(() => checkedSpec({ ...outbound, url: 'ftp://a' }, now)).toThrow('"url" must be');
    expect(() => checkedSpec({ ...outbound, url: 'https://u:p@a' }, now)).toThrow('"url" must be');
    expect(() => checkedSpec({ ...outbound, events: [] }, now)).toThrow('"events" must be');
    expect(() => checkedSpec({ ...outbound, events: ['x'] }, now)).toThrow('"events" must be');
  });

  it('has a name on one line', () => {
    expect(checkedTriggerName(' a b ')).toBe('a b');
    expect(() => checkedTriggerName('a\nb')).toThrow('needs a name');
    expect(() => checkedTriggerName('')).toThrow('needs a name');
  });
});

describe('the secret of a trigger', () => {
  const random = (bytes: number): Buffer => Buffer.alloc(bytes, 1);

  it('is made so that both forms take it, or is the given one', () => {
    expect(secretFor(schedule, random)).toBeNull();
    expect(secretFor(outbound, random)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const hook = { kind: 'hook', name: 'n', brief: 'b', signature: 'github' } as const;
    expect(secretFor(hook, random)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretFor({ ...hook, secret: 'x'.repeat(16) })).toBe('x'.repeat(16));
    expect(() => secretFor({ ...hook, secret: 'short' })).toThrow('at least 16');
    expect(() => secretFor({ ...outbound, secret: 'x'.repeat(16) })).toThrow('whsec_');
  });

  it('is told once, and the address that is called never', () => {
    const stored = {
      ...({ id: 'trigger_1', kind: 'outbound', name: 'n', paused: false } as const),
      ...{ createdAt: now, createdBy: null, nextAt: null, secret: 's3cret' },
      spec: checkedSpec(outbound, now),
    };
    const shown = JSON.stringify(shownTrigger(stored));
    expect(shown).not.toContain('s3cret');
    expect(shown).not.toContain('key=1');
    expect(shownTrigger(stored).host).toBe('https://a.example');
    expect(madeTrigger(stored).secret).toBe('s3cret');
  });
});
