import { describe, expect, it } from '@jest/globals';
import { changedTrigger, type TriggerChange } from './trigger-change.js';
import { revisionOf, secretsOf, type StoredTrigger } from './trigger-spec.js';

const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`);
const now = at('01:00:00');
const nightly: StoredTrigger = {
  ...{ id: 'trigger_1', kind: 'schedule', name: 'nightly', paused: false, createdAt: 0 },
  ...{ createdBy: null, secret: null, nextAt: at('03:00:00') },
  spec: {
    ...{ workspaceId: 'w', brief: 'b', pipelineId: 'p', runUsd: 2, dayRuns: 3 },
    ...{ cron: '0 3 * * *', timeZone: 'UTC' },
  },
};
const changed = (change: TriggerChange, before: StoredTrigger = nightly): StoredTrigger =>
  changedTrigger(before, change, now);

describe('a change of a trigger', () => {
  it('changes what it names, and null is none', () => {
    const { spec } = changed({ brief: 'c', pipelineId: null, runUsd: null, workspaceId: null });
    expect(spec).toEqual({
      ...{ workspaceId: null, brief: 'c', dayRuns: 3, cron: '0 3 * * *', timeZone: 'UTC' },
    });
    expect(changed({ name: 'other' })).toEqual({ ...nightly, name: 'other' });
  });

  it.each([
    ['other text, the same time', { brief: 'c' }, {}, '03:00:00'],
    ['another time', { cron: '0 5 * * *' }, {}, '05:00:00'],
    ['another zone', { timeZone: 'Europe/Berlin' }, {}, '02:00:00'],
    ['another time, one is due', { cron: '0 5 * * *' }, { nextAt: at('00:59:59') }, '00:59:59'],
    ['paused', { paused: true, cron: '0 5 * * *' }, {}, null],
    ['changed while paused', { cron: '0 5 * * *' }, { paused: true, nextAt: null }, null],
    ['resumed', { paused: false }, { paused: true, nextAt: null }, '03:00:00'],
    ['resumed at another time', { paused: false, cron: '0 5 * * *' }, { paused: true }, '05:00:00'],
  ] as const)('is due after it: %s', (_, change, before, due) => {
    const { nextAt } = changed(change, { ...nightly, ...before });
    expect(nextAt).toBe(due === null ? null : at(due));
  });

  it('is refused where somebody else has changed it', () => {
    const revision = revisionOf(nightly);
    const theirs = changed({ brief: 'theirs', revision });
    expect(() => changed({ brief: 'mine', revision }, theirs)).toThrow('was changed meanwhile');
    expect(changed({ brief: 'mine', revision: revisionOf(theirs) }, theirs).spec.brief).toBe(
      'mine',
    );
    // Neither pausing nor the order of stored fields changes the revision.
    expect(revisionOf(changed({ paused: true }))).toBe(revision);
    const { workspaceId, ...rest } = nightly.spec;
    expect(revisionOf({ ...nightly, spec: { ...rest, workspaceId } })).toBe(revision);
  });

  it.each([
    [{ brief: ' ' }, 'need a "brief"'],
    [{ cron: '0 3' }, 'is no schedule'],
    [{ timeZone: 'Mars/Base' }, 'is no time zone'],
    [{ dayUsd: -1 }, '"dayUsd" must be'],
    [{ dayRuns: 1.5 }, '"dayRuns" must be'],
    [{ name: 'a\nb' }, 'needs a name'],
  ])('is checked as a new one is: %j', (change, why) => {
    expect(() => changed(change)).toThrow(why);
  });

  it('keeps a secret of before as long as it is good', () => {
    const former = { secret: 'old', until: now + 1 };
    const hook: StoredTrigger = {
      ...{ ...nightly, kind: 'hook', secret: 'new' },
      spec: { workspaceId: null, brief: 'b', signature: 'github', former },
    };
    expect(secretsOf(hook, now)).toEqual(['new', 'old']);
    expect(secretsOf(hook, now + 1)).toEqual(['new']);
    expect(changed({ brief: 'c' }, hook).spec).toEqual({ ...hook.spec, brief: 'c' });
  });
});
