import { describe, expect, it } from '@jest/globals';
import { toolResultsIn } from '../runs/support/commission.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { crashDatabases } from './support/at-length.js';
import { finished } from './support/carry-out.js';
import { freshDatabase } from './support/fresh-database.js';
import { ScriptedLives } from './support/scripted-lives.js';
import type { ServiceLife } from './support/service-life.js';

const handOver = 'Read the manual, not the changelog.\n\nStatus: to be continued';
const lives = new ScriptedLives();

const isContinuation = ({ body }: ScriptedRequest): boolean =>
  JSON.stringify(body?.messages ?? []).includes('# Go on');

/** The researcher hands over once, and uses a tool before the work is done. */
function answer(request: ScriptedRequest): ScriptedReply {
  if (!isContinuation(request)) return { text: [handOver] };
  if (toolResultsIn(request).length > 0) return { text: ['All read.'] };
  const args = [JSON.stringify({ note: 'The changelog is left.' })];
  return { toolCalls: [{ id: 'call_1', name: 'think', args }] };
}

describe.each(crashDatabases)(
  'a kill between the parts of work that was handed over, on $name',
  ({ url }) => {
    const directory = temporaryDirectory();
    const database = freshDatabase(url, () => directory('office.sqlite'));

    function start(): ServiceLife {
      return lives.start({ directory: directory(), database: database() });
    }

    it.each([
      ['before the first answer of the continuation', 0],
      ['after a tool call of the continuation', 1],
    ])(
      '%s repeats nothing, and goes on with the hand-over',
      async (_, results) => {
        const first = start();
        const client = await first.serving();
        lives.provider.requests.length = 0;
        lives.provider.respondWith(async (request) => {
          const isPlace = isContinuation(request) && toolResultsIn(request).length === results;
          if (isPlace && first.alive) await first.kill();
          return answer(request);
        });
        const order = { brief: 'How do I upgrade?', pipelineId: 'quick-answer' };
        const { id } = (await client.post<Run>('/api/submit', order)).body;
        await first.ended();

        const run = await finished(await start().serving(), id);
        expect(run.status).toBe('done');
        const { turns: parts } = run;
        expect(parts.map(({ status, text }) => [status, text])).toEqual([
          ['done', handOver],
          ['done', 'All read.'],
        ]);
        expect(parts[1]?.toolCalls).toHaveLength(1);
        expect(run.stages[0]?.summary).toBe('All read.');
        const asked = lives.provider.requests;
        expect(asked.filter((request) => !isContinuation(request))).toHaveLength(1);
        // Each call once, and the one that was cut off twice.
        const continued = asked.filter(isContinuation);
        expect(continued.map((request) => toolResultsIn(request).length)).toEqual(
          results === 0 ? [0, 0, 1] : [0, 1, 1],
        );
        for (const request of continued) {
          expect(JSON.stringify(request.body)).toContain('Read the manual, not the changelog.');
        }
      },
      60_000,
    );
  },
);
