import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerProcess } from '../../bench/support/service-process.js';
import { simulatedProvider, steadyLoad } from '../../bench/support/steady-load.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** The short form of `npm run bench -- load`; what it says of time and memory is for its long form. */
describe('a steady load', () => {
  const directory = temporaryDirectory();
  let service: ServerProcess;

  beforeAll(async () => {
    service = await ServerProcess.service(directory(), simulatedProvider);
  });

  afterAll(() => service.end());

  it('loses no event on any socket, and every run ends', async () => {
    const size = { floors: 2, runs: 8, sockets: 40, minutes: 0.03 };
    const [runs, sockets] = await steadyLoad([service], size);
    expect(sockets?.what).toMatch(/miss one of [1-9][\d]{2,} events/);
    expect([runs?.figure?.value, sockets?.figure?.value]).toEqual([0, 0]);
  }, 60_000);
});
