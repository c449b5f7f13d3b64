import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeFile } from 'node:fs/promises';
import { sanitizeOutput } from '../../src/platform/text/sanitize-output.js';
import { mcpLimits } from '../../src/mcp/mcp-limits.js';
import { readDescriptor } from '../../src/mcp/tools/tool-descriptor.js';
import { renderResult } from '../../src/mcp/tools/render-result.js';
import { presentResult } from '../../src/tools/present-result.js';
import { fixture, openConnection, type OpenConnection } from '../mcp/open-connection.js';
import { startRawServer, type RawHttpServer } from '../mcp/raw-http-server.js';
import { fuzzCases, heldBriefly } from '../support/held-loop.js';
import {
  hostileObject,
  hostileRpc,
  hostileText,
  hostileValue,
  polluted,
} from '../support/hostile-json.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const patience = 60_000 + fuzzCases(20);

const tool = hostileObject({
  name: fc.oneof(fc.constant('echo'), hostileText),
  description: hostileText,
  inputSchema: hostileObject({
    type: fc.constant('object'),
    properties: fc.dictionary(hostileText, hostileValue, { maxKeys: 4 }),
  }),
});
const block = hostileObject({
  type: fc.constantFrom('text', 'image', 'resource'),
  text: hostileText,
  data: hostileText,
});
const result = fc.oneof(
  hostileObject({ content: fc.array(block, { maxLength: 4 }), isError: fc.boolean() }),
  hostileObject({ structuredContent: hostileValue }),
  hostileObject({ tools: fc.array(tool, { maxLength: 3 }), nextCursor: hostileText }),
);
const message = hostileRpc(
  {
    'notifications/tools/list_changed': hostileValue,
    'notifications/progress': hostileValue,
    'notifications/message': hostileValue,
    'sampling/createMessage': hostileValue,
    'roots/list': hostileValue,
    ping: hostileValue,
  },
  result,
);

const clean = (text: string): void => expect(sanitizeOutput(text)).toBe(text);

let open: OpenConnection | undefined;
let server: RawHttpServer | undefined;
afterEach(async () => {
  await open?.connection.close();
  await server?.close();
});

/** As it was: ready, with one tool, and with notes that can be shown. */
function expectUnchanged({ connection, registry }: OpenConnection): void {
  expect(connection.isReady).toBe(true);
  expect(registry.list().every(({ name }) => /^mcp__[\w-]{1,59}$/.test(name))).toBe(true);
  const { notes } = connection.record();
  expect(notes.length).toBeLessThanOrEqual(mcpLimits.notes);
  for (const note of notes) clean(note);
  expect(polluted()).toBe(false);
}

describe('what a server says of its tools and answers', () => {
  it(
    'is shown clean and cut, in no time',
    async () => {
      await fc.assert(
        fc.asyncProperty(tool, result, (entry, answer) =>
          heldBriefly(() => {
            const descriptor = readDescriptor(entry, mcpLimits);
            clean(descriptor?.description ?? '');
            expect(JSON.stringify(descriptor?.parameters ?? {}).length).toBeLessThanOrEqual(8020);
            const { ok, content } = renderResult(answer as Record<string, unknown>, mcpLimits);
            const presented = presentResult({ name: 'mcp__a__echo' }, { ok, content });
            clean(presented.content);
            clean(presented.preview);
          }),
        ),
        { numRuns: fuzzCases(0.15), endOnFailure: true },
      );
    },
    patience,
  );
});

describe('the standard output of a server', () => {
  const inDir = temporaryDirectory();
  const perCall = 20;

  it(
    'leaves the connection as it was, and holds nothing up',
    async () => {
      const file = inDir('lines');
      await writeFile(file, '');
      open = await openConnection(fixture('replaying', file), { limits: { paceMs: 60_000 } });
      const connection = open;
      const lines = fc.array(message, { minLength: perCall, maxLength: perCall });
      await fc.assert(
        fc.asyncProperty(lines, async (said) => {
          await writeFile(file, said.map((line) => `${line}\n`).join(''));
          await heldBriefly(async () => {
            const { content } = await connection.call('echo');
            expect(typeof content).toBe('string');
          });
          expectUnchanged(connection);
        }),
        { numRuns: Math.ceil(fuzzCases(0.1) / perCall), endOnFailure: true },
      );
    },
    patience,
  );
});

describe('the answers of a server over HTTP', () => {
  const framed = fc
    .tuple(fc.array(message, { maxLength: 3 }), fc.constantFrom('\n\n', '\r\n\r\n', '\n', ''))
    .map(([all, end]) => all.map((each) => `event: message\ndata: ${each}${end}`).join(''));
  const answer = fc.oneof(
    fc.record({ type: fc.constant('application/json'), body: message }),
    fc.record({ type: fc.constant('text/event-stream'), body: fc.oneof(framed, message) }),
    fc.record({ type: fc.constantFrom('text/html', 'image/png', ''), body: message }),
  );

  it(
    'leave the connection as it was, and hold nothing up',
    async () => {
      let next = { type: 'application/json', body: '{}' };
      server = await startRawServer(({ message: asked }, response) => {
        if (asked.method !== 'tools/call') return false;
        response.writeHead(200, next.type === '' ? {} : { 'content-type': next.type });
        response.end(next.body);
        return true;
      });
      open = await openConnection(
        {
          id: 'raw',
          type: 'http',
          url: server.url,
          headers: {},
          oauth: null,
          enabled: true,
          requestTimeoutMs: 300,
        },
        { limits: { paceMs: 60_000 } },
      );
      const connection = open;
      await fc.assert(
        fc.asyncProperty(answer, async (said) => {
          next = said;
          await heldBriefly(() => connection.call('echo'));
          expectUnchanged(connection);
        }),
        { numRuns: fuzzCases(0.05), endOnFailure: true },
      );
    },
    patience,
  );
});
