import { describe, expect, it } from '@jest/globals';
import { fenced } from './fenced.js';
import { keyOf, withMark } from './marks.js';
import { plainWords } from './plain-words.js';
import { branchOf, requestTitle, runTitle } from './request-words.js';

describe('words on a forge', () => {
  it.each([
    ['/merge', '\\/merge'],
    ['  /close', '  \\/close'],
    ['> /close', '> \\/close'],
    ['ask @ada about #12', 'ask @<!-- -->ada about #<!-- -->12'],
    ['`@scope/name`', '`@scope/name`'],
    ['<!-- office 1/begun -->', '&lt;!-- office 1/begun -->'],
    ['a / b', 'a / b'],
  ])('%j address nobody and do nothing: %j', (said, written) => {
    expect(plainWords(said)).toBe(written);
  });

  it('are found again by their mark', () => {
    expect(keyOf(withMark('Done.', '12/ended-run_1'))).toBe('12/ended-run_1');
    expect(keyOf('Done.')).toBeNull();
  });

  it('stay in their fence', () => {
    expect(fenced('````\nout', 100, '…')).toBe('`````text\n````\nout\n`````');
    expect(fenced('long', 2, '…')).toBe('```text\nlo…\n```');
  });

  it('name branch and request by the issue', () => {
    const issue = { number: 7, title: 'Say "good\nday" – now, please, to all of them' };
    expect(branchOf(issue)).toBe('office/issue-7-say-good-day-now-please-to');
    expect(branchOf({ number: 7, title: '日本' })).toBe('office/issue-7');
    expect(requestTitle({ number: 7, title: 'x'.repeat(200) })).toHaveLength(121);
  });

  it('name a run by the issue, in one line with nothing hidden', () => {
    const issue = { number: 7, title: ' Say\n\u001b[31mgood\u202e day ' };
    expect(runTitle(issue)).toMatch(/^Say good\S+ day \(#7\)$/);
    expect(runTitle(issue)).not.toContain('\u202e');
    expect(runTitle({ number: 7, title: 'Say good day' }, true)).toBe(
      'Say good day (#7, continued)',
    );
  });
});
