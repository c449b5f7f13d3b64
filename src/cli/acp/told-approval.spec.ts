import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '#test/support/sample-records.js';
import type { ApprovalScope } from '../../protocol/records/enums.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { answerOf, questionIdsOf, questionsOf, toldDecisions } from './told-approval.js';

const item = (id: string, approved?: boolean) => ({
  id,
  tool: 'run_shell',
  kind: 'shell' as const,
  summary: `run ${id}`,
  detail: id,
  scopes: ['once', 'run'] as const,
  ...(approved !== undefined && { approved, decidedBy: 'person' as const }),
});

const asked = (fields: Parameters<typeof sampleApproval>[0] = {}) =>
  sampleApproval({ id: 'appr_1', kind: 'shell', summary: 'ls', detail: 'ls -l', ...fields });

describe('questionsOf', () => {
  it('asks what an approval asks, as a tool call that waits', () => {
    const approval = asked({ touches: 'Files.', covers: 'ls', scopes: ['once', 'run'] });
    expect(questionsOf(approval, 'Ada')).toMatchObject([
      {
        approvalId: 'appr_1',
        call: {
          toolCallId: 'appr_1',
          title: 'Ada asks: ls',
          kind: 'execute',
          status: 'pending',
          content: [
            { content: { text: 'ls -l' } },
            { content: { text: 'Files.' } },
            { content: { text: editorTexts.covers('ls') } },
          ],
        },
      },
    ]);
  });

  it.each<[readonly ApprovalScope[] | undefined, readonly string[]]>([
    [undefined, ['once', 'refuse']],
    [['once'], ['once', 'refuse']],
    [
      ['once', 'run', 'checks'],
      ['once', 'run', 'checks', 'refuse'],
    ],
    [
      ['once', 'sandbox-run', 'sandbox-floor'],
      ['once', 'sandbox-run', 'sandbox-floor', 'refuse'],
    ],
  ])('offers as far as a yes may reach: %j', (scopes, expected) => {
    const [question] = questionsOf(asked({ ...(scopes && { scopes }) }), 'Ada');
    expect(question?.options.map(({ optionId }) => optionId)).toEqual(expected);
    expect(question?.options.filter(({ kind }) => kind === 'allow_once')).toHaveLength(1);
    expect(question?.options.filter(({ kind }) => kind === 'reject_once')).toHaveLength(1);
  });

  it('asks for each of several calls that is open, under the id of the call', () => {
    const approval = asked({ items: [item('call_1', true), item('call_2'), item('call_3')] });
    expect(questionIdsOf(approval)).toEqual(['call_1', 'call_2', 'call_3']);
    expect(questionsOf(approval, 'Ada')).toMatchObject([
      { itemId: 'call_2', call: { toolCallId: 'call_2', title: 'Ada asks: run call_2' } },
      { itemId: 'call_3', call: { toolCallId: 'call_3' } },
    ]);
    expect(toldDecisions(approval)).toMatchObject([
      { toolCallId: 'call_1', status: 'in_progress' },
    ]);
  });

  it('asks nothing that is decided', () => {
    expect(questionsOf(asked({ status: 'approved' }), 'Ada')).toEqual([]);
  });
});

describe('toldDecisions', () => {
  it.each([
    [{ status: 'pending' as const }, []],
    [
      { status: 'approved' as const, decidedBy: 'person' as const, decidedByName: 'Bo' },
      [['completed', editorTexts.approved(' by Bo')]],
    ],
    [
      { status: 'rejected' as const, decidedBy: 'timeout' as const },
      [['failed', editorTexts.rejected(' because nobody answered in time', null)]],
    ],
    [
      { status: 'rejected' as const, decidedBy: 'person' as const, reason: 'not now' },
      [['failed', editorTexts.rejected(' by a person', 'not now')]],
    ],
  ])('says how it ended: %j', (fields, expected) => {
    const told = toldDecisions(asked(fields)).map(({ status, content }) => [
      status,
      content?.flatMap((each) =>
        each.type === 'content' && each.content.type === 'text' ? [each.content.text] : [],
      )[1],
    ]);
    expect(told).toEqual(expected);
  });
});

describe('answerOf', () => {
  it.each([
    ['once', { approved: true }],
    ['run', { approved: true, scope: 'run' }],
    ['sandbox-floor', { approved: true, scope: 'sandbox-floor' }],
    ['refuse', { approved: false }],
    ['something else', null],
  ])('%s', (optionId, answer) => {
    expect(answerOf(optionId)).toEqual(answer);
  });
});
