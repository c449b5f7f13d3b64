import { describe, expect, it } from '@jest/globals';
import { aSession } from '#test/runs/support/a-session.js';
import { RunHalted } from './run-session.js';

describe('handing a run over', () => {
  it('halts the work as soon as every turn has stored what it had at hand', async () => {
    const session = aSession();
    const [one, two] = [session.handover.begin(), session.handover.begin()];
    await one.mayGoOn();
    session.handover.request();
    expect(session.halted).toBe(false);
    const stopped = expect(one.mayGoOn()).rejects.toThrow(RunHalted);
    expect(session.halted).toBe(false);
    two.end();
    expect(session.halted).toBe(true);
    await stopped;
    one.end();
  });

  it('halts a run at once that has no turn at work', () => {
    const session = aSession();
    session.handover.begin().end();
    session.handover.request();
    expect(session.halted).toBe(true);
  });

  it('begins no turn any more', async () => {
    const session = aSession();
    const working = session.handover.begin();
    session.handover.request();
    const late = session.handover.begin();
    const stopped = expect(late.mayGoOn()).rejects.toThrow(RunHalted);
    working.end();
    await stopped;
  });

  it('does not wait for people, and goes on from no answer that comes meanwhile', async () => {
    const session = aSession();
    const working = session.handover.begin();
    const asking = session.handover.begin();
    const answer = Promise.withResolvers<string>();
    const answered = expect(asking.whileAsking(() => answer.promise)).rejects.toThrow(RunHalted);
    session.handover.request();
    expect(session.halted).toBe(false);
    answer.resolve('yes');
    working.end();
    await answered;
  });
});

describe('a run that waits for people', () => {
  it('rests while none of its turns is at work, and tells when that changes', async () => {
    const session = aSession();
    const seen: boolean[] = [];
    session.handover.onChange(() => seen.push(session.handover.rests));
    const answer = Promise.withResolvers<string>();
    const [asking, working] = [session.handover.begin(), session.handover.begin()];
    const answered = asking.whileAsking(() => answer.promise);
    expect(session.handover.rests).toBe(false);
    working.end();
    expect([session.handover.rests, seen.at(-1)]).toEqual([true, true]);
    answer.resolve('yes');
    expect(await answered).toBe('yes');
    expect(session.handover.rests).toBe(false);
  });

  it('rests as well while it asks between its turns, and goes on when that fails', async () => {
    const { handover } = aSession();
    const failed = expect(
      handover.whileAsking(() => Promise.reject(new Error('no answer'))),
    ).rejects.toThrow('no answer');
    expect(handover.rests).toBe(true);
    await failed;
    expect(handover.rests).toBe(false);
  });
});
