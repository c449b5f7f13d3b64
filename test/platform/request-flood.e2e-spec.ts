import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  async function flood(
    count: number,
    request: FloodRequest,
  ): Promise<{ readonly statuses: readonly number[]; readonly heldMs: number }> {
    const connections = await RequestFlood.open(service.client.port, count);
    await service.measure();
    const statuses = await connections.send(request);
    const { heldMs } = await service.measure();
    return { statuses, heldMs };
  }

  it('for the whole state is answered, and does not hold up the event loop', async () => {
    const states = 500;
    const held: number[] = [];
    while (held.length < rounds) {
      const { statuses, heldMs } = await flood(states, { path: '/api/state' });
      held.push(heldMs);
      expect(statuses.filter((status) => status === 200)).toHaveLength(states);
    }
    expect(Math.min(...held)).toBeLessThan(longestHoldMs);
  });

  it('with bodies that take long to parse is refused, and does not hold up the event loop', async () => {
    const bodies = 200;
    const body = `{"brief":[${'{},'.repeat(80_000)}0]}`;
    const held: number[] = [];
    while (held.length < rounds) {
      const { statuses, heldMs } = await flood(bodies, { path: '/api/submit', body });
      held.push(heldMs);
      expect(statuses.filter((status) => status === 400)).toHaveLength(bodies);
    }
    expect(Math.min(...held)).toBeLessThan(longestHoldMs);
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
      expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({
        error:
          'This connection has 100 requests unanswered, as many as it may have. Read their answers first.',
      });
    }
  });
});
