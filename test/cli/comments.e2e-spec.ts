import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Commented } from '../../src/protocol/command-results.js';
import type { RunComment } from '../../src/protocol/records/change-review.js';
import type { Run } from '../../src/protocol/records/work.js';
import { CommandLine } from './support/command-line.js';

describe('office comment, office comments', () => {
  let at: CommandLine;
  beforeAll(async () => {
    at = await CommandLine.start();
  }, 60_000);
  afterAll(() => at.close());

  const office = (...args: readonly string[]) => at.office(args);
  const records = <T>(...args: readonly string[]) => at.records<T>(...args);

  it('keeps comments with a run, lists them, takes them away and sends them', async () => {
    const brief = 'Use write_file {"path": "a.txt", "content": "one\\ntwo"} and tell me';
    const [begun] = await records<Run>('submit', brief, '--pipeline', 'code-change');
    const id = begun?.id ?? '';
    expect((await office('follow', id)).code).toBe(0);
    expect(await office('comments', id)).toMatchObject({ code: 0, stdout: 'No comments.\n' });

    const kept = await office('comment', id, 'a.txt', '1-2', 'Say', 'three');
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).toMatch(/^\S+ {2}a\.txt, lines 1 to 2: kept\n {4}\| Say three\n1 kept\. /);
    const [other] = await records<Commented>('comment', id, 'a.txt', '2', 'And', 'four');
    const unwanted = other?.comments.at(-1)?.id ?? '';
    await office('comments', id, '--remove', unwanted);
    const [left, ...more] = await records<RunComment>('comments', id);
    expect(more).toEqual([]);
    expect(left).toMatchObject({ path: 'a.txt', line: 2, fromLine: 1, text: 'Say three' });

    const sent = await office('comments', id, '--send');
    const next = /^Run (run_\w+) has the comments\./.exec(sent.stdout)?.[1] ?? '';
    expect(await records<Run>('show', next)).toMatchObject([{ continues: id }]);
    expect((await office('comments', id)).stdout).toContain(`: sent to run ${next}\n`);
    // The office wrote its brief, so it is called by the comment.
    expect((await office('runs')).stdout).toMatch(new RegExp(`^${next} .* Comment: `, 'm'));
    await office('cancel', next);
  }, 120_000);

  it('says what is wrong with lines, paths and runs', async () => {
    for (const lines of ['0', '2-1', 'x', '1-']) {
      expect(await office('comment', 'run_1', 'a.txt', lines, 'Why?')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Lines are a number or a range, such as 12 or 12-18.'),
      });
    }
    for (const args of [['comments'], ['comment', 'a.txt', '1', 'Why?']]) {
      const [command = '', ...rest] = args;
      expect(await office(command, 'run_none', ...rest)).toMatchObject({
        code: 1,
        stderr: 'No run "run_none".\n',
      });
    }
  }, 60_000);
});
