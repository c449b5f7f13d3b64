import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MadeTrigger, type Trigger, triggerKinds } from '#protocol/records/triggers.js';
import {
  floorNames,
  partOf,
  rowsOf,
  shownOf,
  type TriggerRow,
  type Turn,
  valuesAt,
} from '../doors/triggers/support/trigger-fields.js';
import { OfficeClient } from '../support/office-client.js';
import { CommandLine } from './support/command-line.js';

const verbs = {
  schedule: ['schedule', ['name', 'cron', 'brief']],
  hook: ['hook', ['name', 'brief']],
  outbound: ['tell', ['name', 'url']],
} as const;

/** `--option value`, with an empty text for none. */
function optionOf([name, { option = name, values }]: TriggerRow, turn: Turn): readonly string[] {
  const value = values[turn];
  if (value === undefined) return [];
  return [`--${option}`, ...[value ?? ''].flat().map(String)];
}

describe('every field of a trigger', () => {
  let at: CommandLine;
  let client: OfficeClient;
  beforeAll(async () => {
    at = await CommandLine.start();
    client = new OfficeClient(Number(at.env.PORT));
    for (const name of floorNames) await client.post('/api/workspaces', { name });
  }, 60_000);
  afterAll(() => at.close());

  const shown = async (id: string): Promise<Trigger | undefined> =>
    (await client.get<readonly Trigger[]>('/triggers')).body.find((each) => each.id === id);

  it.each(triggerKinds)('is made and changed over HTTP: %s', async (kind) => {
    const wanted = { kind, ...valuesAt(kind, 0) };
    const { status, body: made } = await client.post<MadeTrigger>('/triggers', wanted);
    expect([status, made]).toEqual([201, expect.objectContaining(shownOf(kind, 0))]);
    expect(made.secret).toBe(valuesAt(kind, 0)['secret']);
    for (const turn of [1, 2] as const) {
      const { secret, ...change } = valuesAt(kind, turn);
      const changed = await client.patch<Trigger>(`/triggers/${made.id}`, change);
      expect(partOf(kind, turn, changed.body)).toEqual(shownOf(kind, turn));
      if (secret === undefined) continue;
      const renewed = await client.post<MadeTrigger>(`/triggers/${made.id}/secret`, { secret });
      expect(renewed.body.secret).toBe(secret);
    }
  });

  it.each(triggerKinds)(
    'is made and changed in the command line: %s',
    async (kind) => {
      const [verb, named] = verbs[kind];
      const given = valuesAt(kind, 0);
      const options = rowsOf(kind).filter(([name]) => !(named as readonly string[]).includes(name));
      const [made] = await at.records<MadeTrigger>(
        ...['triggers', verb, ...named.map((name) => String(given[name]))],
        ...options.flatMap((row) => optionOf(row, 0)),
      );
      const id = made?.id ?? '';
      expect(made).toMatchObject(shownOf(kind, 0));
      expect(made?.secret).toBe(given['secret']);
      for (const turn of [1, 2] as const) {
        const rows = rowsOf(kind).filter(([name]) => name !== 'secret');
        await at.records('triggers', 'change', id, ...rows.flatMap((row) => optionOf(row, turn)));
        expect(partOf(kind, turn, await shown(id))).toEqual(shownOf(kind, turn));
      }
      const { secret } = valuesAt(kind, 1);
      if (secret === undefined) return;
      const anew = ['triggers', 'secret', id, '--secret', String(secret), '--overlap-hours', '1'];
      const [renewed] = await at.records<MadeTrigger>(...anew);
      expect([renewed?.secret, typeof renewed?.formerUntil]).toEqual([secret, 'number']);
    },
    60_000,
  );
});
