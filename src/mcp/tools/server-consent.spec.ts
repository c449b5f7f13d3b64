import { describe, expect, it } from '@jest/globals';
import type { ToolContext } from '../../tools/tool.js';
import { ServerConsent } from './server-consent.js';

type Question = Parameters<ToolContext['requestApproval']>[0];

describe('ServerConsent', () => {
  it('counts no earlier yes after it was withdrawn, although the clock was set back', async () => {
    let now = 5000;
    const asked: Question[] = [];
    const requestApproval = (question: Question) => {
      asked.push(question);
      return Promise.resolve({ approved: true, reason: null });
    };
    const consent = new ServerConsent('kettle', true, () => now);
    await consent.ask('boil', ['boil'], { requestApproval });
    expect(consent.isGiven).toBe(true);
    now = 1000;
    consent.withdraw();
    expect(consent.isGiven).toBe(false);
    await consent.ask('boil', ['boil'], { requestApproval });
    expect(asked.map(({ grant }) => grant?.since)).toEqual([5000, 5001]);
  });
});
