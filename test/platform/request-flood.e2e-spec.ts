import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkAnswer } from '../support/contract.js';
import { RequestFlood, type FloodRequest } from '../support/request-flood.js';
import { ServiceProcess } from '../support/service-process.js';

/** Of the main thread's processor time in one turn of the event loop, ms. */
const longestHoldMs = 100;
/** What a flood adds it adds each time; what a busy machine adds it does not. */
const rounds = 3;

/** Many requests at the same moment, each of which costs much: the built service as a process. */
describe('a flood of requests', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await ServiceProcess.start();
  });

  afterAll(() => service.kill());

  /** The least, over some floods, of the longest hold of each; every request is answered with this status. */
  async function leastHold(count: number, request: FloodRequest, status: number): Promise<number> {
    const held: number[] = [];
    while (held.length < rounds) {
      const flood = await RequestFlood.open(service.client.port, count);
      await service.measure();
      const statuses = await flood.send(request);
      held.push((await service.measure()).heldMs);
      expect(statuses.filter((each) => each === status)).toHaveLength(count);
    }
    return Math.min(...held);
  }

  it('for the whole state is answered, and does not hold up the event loop', async () => {
    const request = { path: '/api/state' };
    expect(await leastHold(500, request, 200)).toBeLessThan(longestHoldMs);
  });

  it('with bodies that take long to parse is refused, and does not hold up the event loop', async () => {
    const request = { path: '/api/submit', body: `{"brief":[${'{},'.repeat(80_000)}0]}` };
    expect(await leastHold(200, request, 400)).toBeLessThan(longestHoldMs);
  });

  it('of one connection, which reads no answer, is refused beyond a hundred', async () => {
    const requests = 300;
    const request = 'GET /api/runs HTTP/1.1\r\nhost: 127.0.0.1\r\n';
    const socket = connect(service.client.port, '127.0.0.1');
    socket.write(`${`${request}\r\n`.repeat(requests - 1)}${request}connection: close\r\n\r\n`);
    const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
    expect(answers).toHaveLength(requests);
    expect(answers.slice(0, 100).every((each) => each.startsWith('HTTP/1.1 200'))).toBe(true);
    const refused = answers.filter((each) => each.startsWith('HTTP/1.1 429'));
    expect(refused.length).toBeGreaterThan(100);
    for (const answer of refused) {
      const body = answer.slice(answer.indexOf('{'));
      checkAnswer('GET', '/api/runs', { status: 429, contentType: 'application/json', text: body });
      expect(JSON.parse(body)).toEqual({
        error:
          'This connection has 100 requests unanswered, as many as it may have. Read their answers first.',
      });
    }
  });
});
