import { describe, expect, it } from '@jest/globals';
import { completeVendor, type VendorEntry } from './config/read-vendor-configuration.js';
import { afterEngagement, afterProbe, beforeProbe, whileEngaged } from './vendor-status.js';

function vendor(entry: VendorEntry = {}) {
  return beforeProbe(completeVendor('helper', 'helper', entry, undefined));
}

const docked = afterProbe(vendor(), { ok: true, detail: 'helper 1.0' });
const failed = { outcome: 'failed', error: 'out of coffee' } as const;

describe('a harness', () => {
  it.each([
    [{}, 'unreachable', 'not yet checked'],
    [{ enabled: false }, 'offsite', 'switched off by the operator'],
    [{ probeArgs: [] }, 'docked', 'not probed; this vendor declares no liveness command'],
  ])('configured as %j begins %s', (entry, status, detail) => {
    expect(vendor(entry)).toMatchObject({ status, detail, engagements: 0, activity: null });
  });

  it('is shown with the place the task takes', () => {
    expect(vendor({ args: ['run'] }).command).toBe('helper run "<task>"');
    expect(vendor({ promptTransport: 'stdin' }).command).toBe('helper < "<task>"');
    expect(vendor({ transport: 'acp', args: ['--api-key', 'abc'] }).command).toBe(
      'helper --api-key ***',
    );
  });

  it('has a colour only if it was given one', () => {
    expect(vendor()).not.toHaveProperty('color');
    expect(vendor({ color: '#aabbcc' })).toHaveProperty('color', '#aabbcc');
  });

  it('is docked or unreachable after a probe', () => {
    expect(docked).toMatchObject({ status: 'docked', detail: 'helper 1.0' });
    expect(afterProbe(docked, { ok: false, detail: 'gone' })).toMatchObject({
      status: 'unreachable',
      detail: 'gone',
    });
  });

  it('is not disturbed at work', () => {
    const engaged = whileEngaged(docked, 'counting');
    expect(engaged).toMatchObject({ status: 'engaged', activity: 'counting' });
    expect(afterProbe(engaged, { ok: false, detail: 'busy' })).toBe(engaged);
  });

  it('counts what it completed, and forgets its last failure then', () => {
    const errored = afterEngagement(whileEngaged(docked, 'counting'), failed);
    expect(errored).toMatchObject({
      status: 'errored',
      activity: null,
      engagements: 0,
      lastError: 'out of coffee',
    });
    expect(afterProbe(errored, { ok: true, detail: 'x' })).toMatchObject({
      status: 'docked',
      lastError: 'out of coffee',
    });
    expect(afterEngagement(errored, { outcome: 'ok', error: null })).toMatchObject({
      status: 'docked',
      engagements: 1,
      lastError: null,
    });
  });

  it('is not blamed for what was called off', () => {
    const called = afterEngagement(whileEngaged(docked, 'counting'), {
      outcome: 'aborted',
      error: 'Cancelled by the operator.',
    });
    expect(called).toMatchObject({ status: 'docked', engagements: 0, lastError: null });
  });
});
