import { describe, expect, it } from '@jest/globals';
import type { ApprovalAnswer, ApprovalAsk } from '../../tools/tool.js';
import { PermissionRequests } from './permission-requests.js';

const yes: ApprovalAnswer = { approved: true, reason: null };
const no: ApprovalAnswer = { approved: false, reason: null };
const question = (summary: string): ApprovalAsk => ({ kind: 'network', summary, detail: '' });

function permissions(max = 10) {
  const put: { readonly summary: string; readonly answer: (answer: ApprovalAnswer) => void }[] = [];
  const asks = (ask: ApprovalAsk) =>
    new Promise<ApprovalAnswer>((answer) => put.push({ summary: ask.summary, answer }));
  return { permissions: new PermissionRequests(asks, max), put };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('PermissionRequests', () => {
  it('puts one question after the other', async () => {
    const { permissions: asked, put } = permissions();
    const answers = Promise.all([asked.ask(question('a')), asked.ask(question('b'))]);
    await settle();
    expect(put.map(({ summary }) => summary)).toEqual(['a']);
    put[0]?.answer(yes);
    await settle();
    put[1]?.answer(no);
    expect(await answers).toEqual([yes, no]);
  });

  it('puts no more than so many', async () => {
    const { permissions: asked, put } = permissions(1);
    const first = asked.ask(question('a'));
    await settle();
    put[0]?.answer(yes);
    expect(await first).toEqual(yes);
    expect(await asked.ask(question('b'))).toEqual(no);
    expect(put).toHaveLength(1);
  });

  it('waits for the question under way when it closes, and puts none after it', async () => {
    const { permissions: asked, put } = permissions();
    const answers = Promise.all([asked.ask(question('a')), asked.ask(question('b'))]);
    await settle();
    let closed = false;
    const closing = asked.close().then(() => (closed = true));
    await settle();
    expect(closed).toBe(false);
    put[0]?.answer(yes);
    await closing;
    expect(await answers).toEqual([yes, no]);
    expect(put).toHaveLength(1);
  });
});
