import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MadeTrigger, Trigger, TriggerDelivery } from '../../src/protocol/records/triggers.js';
import { until } from '../support/until.js';
import { CommandLine } from './support/command-line.js';

describe('office triggers', () => {
  let at: CommandLine;
  beforeAll(async () => {
    at = await CommandLine.start();
  }, 60_000);
  afterAll(() => at.close());

  it('makes each kind, lists them, and says when a schedule is due', async () => {
    expect((await at.office(['triggers'])).stdout).toBe(
      'No triggers. "npx office triggers --help" has examples.\n',
    );
    const schedule = await at.office([
      'triggers',
      'schedule',
      'yearly',
      '0 3 1 1 *',
      'Tidy up.',
      '--zone',
      'Europe/Berlin',
    ]);
    expect(schedule.stdout).toMatch(/^Made trigger_\w+\.\nIt is due at \d{4}-01-01 02:00:00\.\n$/);
    const hook = await at.office(['triggers', 'hook', 'alerts', 'Find out why.', '--day-usd', '5']);
    expect(hook.stdout).toMatch(
      /It is called with POST \/hooks\/trigger_\w+, below the office's address\.\n.*\n\n {2}whsec_\S{44}\n$/,
    );
    const kinds = (await at.records<Trigger>('triggers')).map(({ kind, name }) => [kind, name]);
    expect(kinds).toEqual([
      ['schedule', 'yearly'],
      ['hook', 'alerts'],
    ]);
    expect((await at.office(['triggers'])).stdout).toContain('0 3 1 1 * Europe/Berlin');
  }, 60_000);

  it('tells an address of a sample, and logs what became of it', async () => {
    const [made] = await at.records<MadeTrigger>(
      ...['triggers', 'tell', 'chat', 'http://127.0.0.1:9/', '--on', 'run.ended'],
    );
    const id = made?.id ?? '';
    expect((await at.office(['triggers', 'try', id])).stdout).toMatch(/^waiting/);
    const log = () => at.records<TriggerDelivery>('triggers', 'log', id);
    await until(async () => (await log())[0]?.state === 'given-up');
    expect((await at.office(['triggers', 'log', id])).stdout).toContain('127.0.0.1');
    expect((await at.office(['triggers', 'pause', id])).stdout).toBe(`Paused ${id}.\n`);
    expect((await at.office(['triggers', 'remove', id])).stdout).toBe(`Removed ${id}.\n`);
    expect(await at.office(['triggers', 'log', id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no trigger "${id}".`) as unknown,
    });
  }, 60_000);

  it('changes what one does, and makes a secret anew', async () => {
    const of = async (kind: string) =>
      (await at.records<Trigger>('triggers')).find((each) => each.kind === kind);
    const yearly = (await of('schedule'))?.id ?? '';
    const given = ['--cron', '0 4 1 1 *', '--zone', 'UTC', '--day-runs', '3', '--brief', 'Again.'];
    const changed = await at.office(['triggers', 'change', yearly, ...given]);
    expect(changed.stdout).toMatch(
      new RegExp(`^Changed ${yearly}\\.\nIt is due at \\d{4}-01-01 04:00:00\\.\n$`),
    );
    expect(await of('schedule')).toMatchObject({ brief: 'Again.', dayRuns: 3, timeZone: 'UTC' });
    const hook = (await of('hook'))?.id ?? '';
    expect((await at.office(['triggers', 'secret', hook])).stdout).toMatch(
      /^Its new secret is shown this once:\n\n {2}whsec_\S{44}\n\nThe former secret no longer works\.\n$/,
    );
    const both = ['triggers', 'secret', hook, '--overlap-hours', '2'];
    expect((await at.office(both)).stdout).toMatch(/The former secret works until \d{4}-/);
  }, 60_000);

  it('says what is wrong with an amount', async () => {
    const args = ['triggers', 'hook', 'a', 'b', '--day-usd', 'much'];
    expect(await at.office(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It is no number.') as unknown,
    });
  });
});
