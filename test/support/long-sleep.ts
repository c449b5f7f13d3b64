import { execFileSync } from 'node:child_process';
import { expect } from '@jest/globals';

/** A command that takes years; only this run of the tests starts it, on a machine with several. */
export const longSleep = `sleep 9${String(process.pid).padStart(8, '0')}`;

/** No process of the machine carries out `longSleep`. */
export function expectNoLongSleep(): void {
  const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(running.split('\n').filter((args) => args.includes(longSleep))).toEqual([]);
}
