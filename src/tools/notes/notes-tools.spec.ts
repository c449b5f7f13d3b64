import { describe, expect, it } from '@jest/globals';
import { fakeContext } from '#test/support/tool-context.js';
import type { RecalledFact } from '../tool.js';
import { recallTool } from './memory.tools.js';
import { thinkTool, todoWriteTool } from './notes.tools.js';

describe('think', () => {
  it('notes', async () => {
    expect((await thinkTool.run({ note: 'x' }, fakeContext())).content).toBe('Noted.');
    expect((await thinkTool.run({}, fakeContext())).content).toBe(
      'think requires a non-empty "note" string.',
    );
  });
});

describe('todo_write', () => {
  const step = (content: string, status = 'pending') => ({ content, status });

  it('replaces the plan and shows it', async () => {
    const context = fakeContext({ plan: [{ content: 'old', status: 'pending' }] });
    const todos = [step('a', 'completed'), step('b', 'in_progress'), step('c')];
    const result = await todoWriteTool.run({ todos }, context);
    expect(result.content).toBe('Plan updated (1/3 complete).\n[x] a\n[~] b\n[ ] c');
    expect(context.plan).toEqual(todos);
    expect((await todoWriteTool.run({ todos: [] }, context)).content).toBe(
      'Plan updated (0/0 complete).',
    );
    expect(context.plan).toEqual([]);
  });

  it.each([
    ['no list', undefined],
    ['an empty step', [step('')]],
    ['a step that is too long', [step('x'.repeat(241))]],
    ['an unknown status', [step('a', 'done')]],
    ['something besides', [{ ...step('a'), owner: 'me' }]],
    ['too many steps', Array.from({ length: 51 }, () => step('a'))],
    ['two steps in progress', [step('a', 'in_progress'), step('b', 'in_progress')]],
  ])('changes nothing on %s', async (_what, todos) => {
    const plan = [{ content: 'old', status: 'pending' as const }];
    const context = fakeContext({ plan });
    expect((await todoWriteTool.run({ todos }, context)).ok).toBe(false);
    expect(context.plan).toBe(plan);
  });
});

describe('recall', () => {
  const fact: RecalledFact = {
    id: 'fact_1',
    scope: 'workspace',
    scopeId: 'default',
    kind: 'convention',
    text: 'Tests sit beside the code.',
    tags: ['tests', 'layout'],
    confidence: 0.9,
    validFrom: 0,
    source: 'handbook',
  };

  it('shows kind, scope, tags and source', async () => {
    const recall = async () => [fact, { ...fact, tags: [], source: null }];
    const { ok, content } = await recallTool.run({ query: 'tests' }, fakeContext({ recall }));
    expect(ok).toBe(true);
    expect(content).toBe(
      '- convention, workspace [tests, layout]: Tests sit beside the code. (source: handbook)\n' +
        '- convention, workspace: Tests sit beside the code.',
    );
  });

  it('asks for what fits, and no more', async () => {
    const asked: unknown[] = [];
    const recall = async (...question: unknown[]) => {
      asked.push(question);
      return [];
    };
    await recallTool.run({}, fakeContext({ recall }));
    await recallTool.run({ query: 'q'.repeat(400), limit: 99 }, fakeContext({ recall }));
    expect(asked).toEqual([
      ['', 8],
      ['q'.repeat(300), 25],
    ]);
  });

  it('is ok with nothing found, not without a memory', async () => {
    expect(await recallTool.run({}, fakeContext({ recall: async () => [] }))).toMatchObject({
      ok: true,
    });
    expect(await recallTool.run({}, fakeContext())).toMatchObject({
      ok: false,
      content: 'No memory is configured for this office.',
    });
  });
});
