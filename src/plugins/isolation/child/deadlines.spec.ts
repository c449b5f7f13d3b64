import { describe, expect, it } from '@jest/globals';
import { Deadlines, nobody } from './deadlines.js';

describe('Deadlines', () => {
  it('gives code what is left of the time of the call it runs for', () => {
    let now = 0;
    const deadlines = new Deadlines(5000, () => now);
    deadlines.open(7, 1000);
    expect(deadlines.enter(7)).toBe(1000);
    deadlines.leave();
    now = 900;
    expect(deadlines.enter(7)).toBe(100);
    now = 2000;
    expect(deadlines.enter(7)).toBe(1);
  });

  it('gives code without a pending request its own deadline', () => {
    const deadlines = new Deadlines(5000);
    expect(deadlines.enter(nobody)).toBe(5000);
    deadlines.open(7, 1000);
    expect([deadlines.close(7), deadlines.close(7)]).toEqual([true, false]);
    expect(deadlines.enter(7)).toBe(5000);
  });

  it('counts the reply to a request as part of the call that made it, once', () => {
    const deadlines = new Deadlines(5000);
    deadlines.open(7, 1000);
    deadlines.enter(7);
    deadlines.remember(1);
    expect(deadlines.current).toBe(7);
    deadlines.leave();
    deadlines.remember(2);
    expect([deadlines.ownerOf(1), deadlines.ownerOf(1), deadlines.ownerOf(2)]).toEqual([7, 0, 0]);
  });
});
