import { describe, expect, it } from '@jest/globals';
import type { CommittedEvent } from '#platform/events/drafts.js';
import type { Approval, Run } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { happened as happenedTo } from './happened.js';

const redact = (text: string): string => text.replaceAll('s3cret', '[redacted]');
const happened = (event: CommittedEvent) => happenedTo(event, redact);
const event = (given: object): CommittedEvent => ({ at: 10, seq: 1, ...given }) as CommittedEvent;
const run = { id: 'run_1', brief: 'b', budget: { limitUsd: 1, spentUsd: 0.5 }, endedAt: 10 } as Run;
const approval = { id: 'approval_1', runId: 'run_1', status: 'pending' } as Approval;

describe('what outbound hooks tell of', () => {
  it('a run that ends, and not what is changed of it later', () => {
    expect(happened(event({ type: 'run.updated', run }))).toMatchObject({
      ...{ type: 'run.ended', key: 'run.ended run_1', runId: 'run_1' },
    });
    expect(happened(event({ type: 'run.updated', run: { ...run, endedAt: null } }))).toBeNull();
    expect(happened(event({ type: 'run.updated', at: 100_000, run }))).toBeNull();
  });

  it('without secrets, also where a text is cut', () => {
    const brief = `${'x'.repeat(296)} s3cret`;
    const said = { ...run, brief, title: brief, error: 'No s3cret "s3cret"' };
    const told = JSON.stringify(happened(event({ type: 'run.updated', run: said }))?.data);
    expect(told).not.toContain('s3');
    const detail = `${'x'.repeat(5000)} s3cret`;
    const asked = { ...approval, summary: 's3cret', detail } as Approval;
    const asks = JSON.stringify(
      happened(event({ type: 'approval.requested', approval: asked }))?.data,
    );
    expect(asks).not.toContain('s3');
  });

  it('a question that waits, once, however many of its parts are answered', () => {
    expect(happened(event({ type: 'approval.requested', approval }))?.key).toBe(
      'approval.waits approval_1',
    );
    const items = [{ id: 'i', approved: true }];
    const again = { ...approval, items } as unknown as Approval;
    expect(happened(event({ type: 'approval.requested', approval: again }))).toBeNull();
  });

  it('a ceiling that is reached, once for each run', () => {
    const spent = (spentUsd: number) =>
      event({ type: 'budget.updated', runId: 'run_1', limitUsd: 1, spentUsd });
    expect(happened(spent(0.9))).toBeNull();
    expect(
      happened(
        spent(
          Array<number>(10)
            .fill(0.1)
            .reduce((sum, usd) => sum + usd),
        ),
      ),
    ).not.toBeNull();
    expect(happened(spent(1))?.key).toBe('budget.passed run_1');
    expect(happened(spent(1.2))?.key).toBe('budget.passed run_1');
  });

  it('a call that the rest of the ceiling does not pay, as a ceiling that is reached', () => {
    const ended = (error: string | null) =>
      event({ type: 'turn.finished', turn: { runId: 'run_1', error } });
    expect(happened(ended(runTexts.budgetExhausted(1.5)))).toMatchObject({
      key: 'budget.passed run_1',
      data: { limitUsd: 1.5 },
    });
    expect(happened(ended(runTexts.budgetExhausted(0.0001)))?.data).toMatchObject({
      limitUsd: 0.0001,
    });
    expect(happened(ended('Out of memory.'))).toBeNull();
    expect(happened(ended(null))).toBeNull();
  });

  it('nothing else', () => {
    expect(happened(event({ type: 'log', message: 'x' }))).toBeNull();
  });
});
