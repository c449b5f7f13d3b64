import { describe, expect, it } from '@jest/globals';
import type { Approval } from '#protocol/records/work.js';
import { answerPage } from './answer-page.js';

const approval = {
  ...{ id: 'approval_1', runId: 'run_1', turnId: null, employeeId: 'e', kind: 'shell' },
  ...{ summary: 'Run <b>rm</b>', detail: 'rm "x" && <script>alert(1)</script>' },
  ...{ status: 'pending', requestedAt: 0, decidedAt: null, reason: null },
} as Approval;
const shown = { approval, until: 0, asksToken: false, note: null };

describe('the page of a question', () => {
  it('shows the whole question as text, and a form', () => {
    const page = answerPage(shown);
    expect(page).toContain('Run &lt;b&gt;rm&lt;/b&gt;');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script');
    expect(page).toContain('<form method="post">');
    expect(page).not.toContain('type="password"');
    expect(answerPage({ ...shown, asksToken: true })).toContain('type="password"');
  });

  it('has a first button that decides nothing, which Enter in a field presses', () => {
    const [first, ...others] =
      answerPage({ ...shown, asksToken: true }).match(/<button[^>]*>/g) ?? [];
    expect(first).toBe('<button disabled hidden>');
    expect(others.map((each) => /value="(\w+)"/.exec(each)?.[1])).toEqual(['yes', 'no']);
  });

  it('says until when it is valid, and looks as the reader has set the browser', () => {
    const page = answerPage({ ...shown, until: Date.UTC(2026, 10, 28, 9, 5, 59) });
    expect(page).toContain('This link is valid until 2026-11-28 09:05 UTC.');
    expect(page).toContain('<meta name="color-scheme" content="light dark">');
  });

  it('shows every call of a question for several', () => {
    const items = ['one', 'two'].map((word) => ({
      ...({ id: word, tool: 't', kind: 'shell' } as const),
      ...{ summary: `Call ${word}`, detail: `do ${word}` },
    }));
    const page = answerPage({ ...shown, approval: { ...approval, items } });
    expect(page).toMatch(/Call one[^]*do one[^]*Call two[^]*do two/);
  });

  it('has no form once it was answered, or without a question', () => {
    const page = answerPage({ ...shown, approval: { ...approval, status: 'approved' } });
    expect(page).not.toContain('<form');
    expect(page).toContain('This question was answered: approved.');
    expect(answerPage({ ...shown, approval: null })).toContain('not valid');
  });
});
