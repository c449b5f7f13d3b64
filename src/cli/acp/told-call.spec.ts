import { describe, expect, it } from '@jest/globals';
import { sampleTurn } from '#test/support/sample-records.js';
import type { ToolCallRecord, TurnRecord } from '../../protocol/records/work.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { toldCall, toldChanges } from './told-call.js';

function record(name: string, args: unknown, further: Partial<ToolCallRecord> = {}) {
  const argumentsJson = typeof args === 'string' ? args : JSON.stringify(args);
  const ended = { status: 'ok', resultPreview: 'Done.', durationMs: 1, affectsPaths: [] } as const;
  return { id: 'call_1', turnId: 'turn_1', name, argumentsJson, ...ended, ...further };
}

const done = { type: 'content', content: { type: 'text', text: 'Done.' } };

describe('toldCall', () => {
  it.each([
    ['read_file', 'read'],
    ['grep', 'search'],
    ['apply_patch', 'edit'],
    ['run_shell', 'execute'],
    ['web_fetch', 'fetch'],
    ['todo_write', 'think'],
    ['mcp__tracker__create', 'other'],
  ])('is of its kind: %s', (name, kind) => {
    expect(toldCall(record(name, {}), '/w').kind).toBe(kind);
  });

  it.each([
    ['running', 'in_progress'],
    ['ok', 'completed'],
    ['error', 'failed'],
    ['denied', 'failed'],
  ] as const)('has the status of one that is %s: %s', (status, expected) => {
    expect(toldCall(record('git', {}, { status }), '/w').status).toBe(expected);
  });

  it('says what it is about and where, with its result', () => {
    expect(toldCall(record('read_file', { path: 'src/a.ts', line: 3 }), '/w')).toEqual({
      toolCallId: 'call_1',
      title: 'read_file src/a.ts',
      kind: 'read',
      status: 'completed',
      locations: [{ path: '/w/src/a.ts' }],
      content: [done],
      rawInput: { path: 'src/a.ts', line: 3 },
    });
    const moved = record('apply_patch', { patch: '…' }, { affectsPaths: ['a.ts', 'b.ts'] });
    expect(toldCall(moved, '/w')).toMatchObject({
      title: 'apply_patch a.ts, b.ts',
      locations: [{ path: '/w/a.ts' }, { path: '/w/b.ts' }],
    });
  });

  it('shows an edit as one, where it was made', () => {
    const args = { path: 'a.ts', oldString: 'x', newString: 'y' };
    const diff = { type: 'diff', path: '/w/a.ts', oldText: 'x', newText: 'y' };
    expect(toldCall(record('edit_file', args), '/w').content).toEqual([diff, done]);
    expect(toldCall(record('edit_file', args, { status: 'denied' }), '/w').content).toEqual([done]);
  });

  it.each([['no JSON'], ['[1]'], ['null'], ['"text"']])('bears arguments that are %s', (args) => {
    expect(toldCall(record('git', args), '/w')).toMatchObject({ title: 'git', rawInput: {} });
  });
});

describe('toldChanges', () => {
  const turn = (patches: Readonly<Record<string, string>>): TurnRecord => {
    const files = Object.entries(patches).map(([path, patch]) => ({
      ...{ path, patch },
      ...{ added: 1, removed: 0 },
    }));
    return sampleTurn({
      id: 'turn_1',
      diff: { files, truncated: false, before: 'a', after: 'b' },
    });
  };
  const head = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n';

  it('shows each place of a change before and after it', () => {
    const patch = `${head}@@ -1,2 +1,2 @@ f()\n one\n-two\n+2\n@@ -9 +9,2 @@\n nine\n+ten\n\\ No newline at end of file\n`;
    expect(toldChanges(turn({ a: patch }), 'Ada', '/w')).toEqual({
      toolCallId: 'turn_1:changes',
      title: editorTexts.changed('Ada', ['a']),
      kind: 'edit',
      status: 'completed',
      locations: [{ path: '/w/a' }],
      content: [
        { type: 'diff', path: '/w/a', oldText: 'one\ntwo', newText: 'one\n2' },
        { type: 'diff', path: '/w/a', oldText: 'nine', newText: 'nine\nten' },
      ],
    });
  });

  it('shows a file that was made, and one that is gone', () => {
    const made =
      'diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n';
    const gone = 'diff --git a/b b/b\ndeleted file mode 100644\n@@ -1 +0,0 @@\n-x\n';
    expect(toldChanges(turn({ a: made, b: gone }), 'Ada', '/w')?.content).toEqual([
      { type: 'diff', path: '/w/a', oldText: null, newText: 'x' },
      { type: 'diff', path: '/w/b', oldText: 'x', newText: '' },
    ]);
  });

  it('names a few of many files, and tells nothing of none', () => {
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((path) => [path, head]));
    expect(toldChanges(turn(many), 'Ada', '/w')?.title).toBe('Ada changed a, b, c, d, e, …');
    expect(toldChanges(turn({ a: '' }), 'Ada', '/w')).toBeNull();
    expect(toldChanges(sampleTurn(), 'Ada', '/w')).toBeNull();
  });
});
