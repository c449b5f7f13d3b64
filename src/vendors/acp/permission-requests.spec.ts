import { describe, expect, it } from '@jest/globals';
import type { ApprovalAnswer, ApprovalAsk } from '../../tools/tool.js';
import { optionsFor, PermissionRequests } from './permission-requests.js';

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

const option = (optionId: string, kind: string, name = '') => ({ optionId, kind, name });

/** Only the ids. */
function chosen(options: unknown): { allow: string | null; reject: string | null } {
  const { allow, reject } = optionsFor(options);
  return { allow: allow?.id ?? null, reject: reject?.id ?? null };
}

describe('optionsFor', () => {
  it('takes once and not always, whatever the order', () => {
    const options = [
      option('1', 'allow_always'),
      option('2', 'reject_always'),
      option('3', 'reject_once'),
      option('4', 'allow_once'),
    ];
    expect(chosen(options)).toEqual({ allow: '4', reject: '3' });
  });

  it.each([
    [option('1', 'allow_always'), option('2', 'reject_always')],
    [option('1', 'allow', 'Allow for this session'), option('2', '', 'Never')],
    [option('1', 'allow_once', 'Yes, always'), option('2', 'reject_once', 'No, and remember it')],
    [option('1', '', "Yes, and don't ask again"), option('2', '', 'Deny permanently')],
    [
      option('1', 'allow_once', 'Yes, and auto-accept edits'),
      option('2', '', 'Until I say so: no'),
    ],
    [option('1', '', 'Yes, trust this folder'), option('2', '', 'Reject the whole plan')],
    [option('bypassPermissions', 'allow_once', 'Yes'), option('2', '', 'Deny in this mode')],
    [option('1', 'allow_once', 'Allow all edits'), option('always-no', 'reject', 'No')],
  ])('answers nothing that counts for more than once: %j, %j', (...options) => {
    expect(chosen(options)).toEqual({ allow: null, reject: null });
  });

  it('knows the answer by its name', () => {
    expect(optionsFor([option('1', 'allow_once', 'Run it')]).allow?.name).toBe('Run it');
    expect(optionsFor([option('yes', 'allow_once')]).allow?.name).toBe('yes');
  });

  it('reads the name where the kind says nothing, and the id where neither does', () => {
    const options = [option('1', 'primary', 'Yes, go ahead'), option('deny', 'x', 'Hm')];
    expect(chosen(options)).toEqual({ allow: '1', reject: 'deny' });
  });

  it('does not take a no for a yes', () => {
    expect(chosen([option('1', '', "Don't allow, reject")])).toEqual({
      allow: null,
      reject: '1',
    });
    expect(chosen([option('1', '', 'Disallow')])).toEqual({ allow: null, reject: '1' });
  });

  it.each([[undefined], ['x'], [[]], [[7, {}, { optionId: 1 }]]])('finds none in %j', (options) => {
    expect(chosen(options)).toEqual({ allow: null, reject: null });
  });
});
