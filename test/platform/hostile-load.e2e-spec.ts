import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OfficeSocket } from '../support/office-socket.js';
import { ServiceProcess, type Measure } from '../support/service-process.js';

/** Frames of one half; `FUZZ_CASES=20000` is the long form. */
const frames = Number(process.env['FUZZ_CASES'] ?? 800) / 2;
const fieldCharacters = 200_000;

/**
 * The built service as a process, under frames that are sent without waiting for any answer. What is
 * in them is refused or cut to size: nothing that grows with them may stay in memory.
 */
describe('a client that sends large frames and never waits', () => {
  let service: ServiceProcess;
  let socket: OfficeSocket;

  beforeAll(async () => {
    service = await ServiceProcess.start();
    socket = await service.client.connect();
  });

  afterAll(() => service.kill());

  async function half(name: string): Promise<Measure> {
    for (let n = 0; n < frames; n += 1) {
      const text = `${name} ${n}`;
      socket.send({
        type: 'rememberFact',
        scope: 'installation',
        kind: 'decision',
        text,
        source: `${text} ${'x'.repeat(fieldCharacters)}`,
      });
      socket.sendRaw(JSON.stringify({ type: 'cancel', runId: text.padEnd(fieldCharacters / 10) }));
    }
    const last = `${name} ${frames - 1}`;
    await socket.waitFor('memory.created', ({ fact }) => fact.text === last);
    await socket.settle();
    return service.measure();
  }

  it('leaves nothing of them in memory', async () => {
    const before = await service.measure();
    const first = await half('first');
    const second = await half('second');
    const sent = frames * fieldCharacters;
    expect(first.heapBytes - before.heapBytes).toBeLessThan(sent / 4);
    expect(second.heapBytes).toBeLessThan(1.2 * first.heapBytes);
  }, 600_000);
});
