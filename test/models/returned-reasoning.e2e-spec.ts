import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { events } from '../support/models/shapes/shape.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

type Message = Readonly<Record<string, unknown>>;

let provider: ScriptedProvider;
let database: string;
const open: RunningOffice[] = [];

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  provider.route('GET /models', { body: { data: [{ id: 'thinker' }] } });
  database = join(tmpdir(), `${randomUUID()}.db`);
});
afterEach(async () => {
  for (const office of open.splice(0)) await office.close();
  await provider.close();
  await rm(database, { force: true });
});

/** A run of one stage in an office whose only server is one that the data does not know. */
async function carriedOut() {
  const office = await startLiveOffice(provider, {
    OFFICE_DB: database,
    OFFICE_MODEL_DISCOVERY: 'true',
    OFFICE_LOCAL_BASE_URL: provider.baseUrl,
  });
  open.push(office);
  const socket = await office.client.connect();
  await office.client.post('/api/models/discover', {});
  const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
  await office.close();
  open.pop();
  return run;
}

function answersIn({ body }: ScriptedRequest): readonly Message[] {
  const messages = (body?.['messages'] ?? []) as readonly Message[];
  return messages.filter(({ role }) => role === 'assistant');
}

/** Thinks, calls a tool, and says that it is done; `check` refuses or accepts what comes back. */
function thinker(thought: object, check: (answer: Message) => object | null) {
  return (request: ScriptedRequest): ScriptedReply => {
    const [answer] = answersIn(request);
    if (answer === undefined) {
      const call = { index: 0, id: 'a', function: { name: 'list_dir', arguments: '{}' } };
      const body = events(
        { choices: [{ delta: thought }] },
        { choices: [{ delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] },
      );
      return { refusal: { status: 200, headers: { 'content-type': 'text/event-stream' }, body } };
    }
    const refused = check(answer);
    return refused === null ? { text: ['Done.'] } : { refusal: { status: 400, body: refused } };
  };
}

const error = (message: string): object => ({ error: { message, type: 'invalid_request_error' } });
const details = [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', index: 0 }];

describe('reasoning of a model that the data does not know', () => {
  it.each<[string, object]>([
    ['reasoning_content', { reasoning_content: 'Look first.' }],
    ['reasoning', { reasoning: 'Look first.' }],
    ['reasoning_details', { reasoning_details: details }],
    ['an empty reasoning_content', { reasoning_content: '' }],
    ['all fields', { reasoning: 'Look.', reasoning_content: 'Look.', reasoning_details: details }],
  ])(
    'goes back as it came, in %s',
    async (_name, thought) => {
      provider.respondWith(
        thinker(thought, (answer) => {
          const wrong = Object.entries(thought).find(
            ([field, value]) => JSON.stringify(answer[field]) !== JSON.stringify(value),
          );
          return wrong ? error(`The ${wrong[0]} must be passed back to the API.`) : null;
        }),
      );
      expect(await carriedOut()).toMatchObject({ status: 'done', error: null });
      expect(provider.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    },
    60_000,
  );

  const fields = ['reasoning_content', 'reasoning', 'reasoning_details'];
  it.each<[string, object, object]>([
    [
      'by its name',
      { reasoning_content: 'Hm.' },
      error("property 'messages.2.reasoning_content' is unsupported"),
    ],
    [
      'as an extra input',
      { reasoning: 'Hm.' },
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'messages', 2, 'reasoning'] }] },
    ],
    ['without a reason', { reasoning_details: details }, error('Bad request.')],
  ])(
    'is left out once the provider refuses it %s, after a restart too',
    async (_n, thought, said) => {
      provider.respondWith(
        thinker(thought, (answer) => (fields.some((field) => field in answer) ? said : null)),
      );
      const posts = (): number =>
        provider.requests.filter(({ method }) => method === 'POST').length;
      expect(await carriedOut()).toMatchObject({ status: 'done', error: null });
      expect(posts()).toBe(3);
      expect(await carriedOut()).toMatchObject({ status: 'done', error: null });
      expect(posts()).toBe(5);
    },
  );

  it('is not taken for the reason of a refusal that stays', async () => {
    provider.respondWith(thinker({ reasoning: 'Hm.' }, () => error('No such tool.')));
    const run = await carriedOut();
    expect(run.turns[0]?.error).toContain('No such tool.');
    provider.respondWith(
      thinker({ reasoning: 'Hm.' }, ({ reasoning }) =>
        reasoning === 'Hm.' ? null : error('reasoning must be passed back'),
      ),
    );
    expect(await carriedOut()).toMatchObject({ status: 'done' });
  });
});
