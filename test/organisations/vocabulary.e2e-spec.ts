import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientCommandTypes, unhandledCommandTypes } from '../../src/protocol/commands.js';
import { refusalOf } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

/** Commands that take an empty payload; every other refuses one, in its own words. */
const satisfied = ['addRoom', 'resync', 'ping'].concat([
  'setWorkspaceDetails',
  'setWorkspaceIsolation',
  'setWorkspaceShell',
]);

const routes = [
  ['get', '/api/workspaces'],
  ['post', '/api/workspaces'],
  ['get', '/api/workspaces/{id}'],
  ['put', '/api/workspaces/{id}'],
  ['patch', '/api/workspaces/{id}'],
  ['delete', '/api/workspaces/{id}'],
  ['get', '/api/settings'],
  ['post', '/api/settings'],
  ['put', '/api/settings'],
  ['patch', '/api/settings'],
  ['post', '/api/chat'],
  ['post', '/api/plan'],
  ['get', '/api/state'],
] as const;

interface ApiDescription {
  readonly paths: Record<
    string,
    Record<string, { operationId?: string; summary?: string; responses: object }>
  >;
}

describe('the vocabulary', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startRealOffice();
  });
  afterAll(() => office.close());

  it.each(clientCommandTypes.filter((type) => !satisfied.includes(type)))(
    'knows the command %s, or leaves it to its route',
    async (type) => {
      const isUnknown = (await refusalOf(office, { type })) === `Unknown command "${type}".`;
      expect(isUnknown).toBe((unhandledCommandTypes as readonly string[]).includes(type));
    },
  );

  it.each([
    ['addRoom', 'org.updated'],
    ['setWorkspaceDetails', 'org.updated'],
    ['setWorkspaceIsolation', 'org.updated'],
    ['setWorkspaceShell', 'org.updated'],
    ['resync', 'hello'],
    ['ping', 'pong'],
  ] as const)('knows the command %s, which needs nothing', async (type, answer) => {
    const socket = await office.client.connect();
    const already = socket.ofType(answer).length;
    socket.send({ type });
    await socket.waitFor(answer, () => socket.ofType(answer).length > already);
    expect(socket.ofType('error')).toEqual([]);
  });

  it.each(routes)('declares %s %s', async (method, path) => {
    const { body } = await office.client.get<ApiDescription>('/openapi.json');
    const operation = body.paths[path]?.[method];
    expect(operation).toMatchObject({
      operationId: expect.any(String),
      summary: expect.any(String),
    });
    const success = method === 'post' && path === '/api/workspaces' ? '201' : '200';
    expect(operation?.responses).toHaveProperty(success);
  });
});
