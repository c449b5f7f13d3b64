import { describe, expect, it } from '@jest/globals';
import { firstSettings, restoreSettings } from './settings-store.js';

const defaults = firstSettings(
  {
    workspacesRoot: '/work',
    allowExternalWorkspaces: true,
    defaultRoutingPosture: 'balanced',
    maxConcurrency: 4,
    softSpendApprovalUsd: 1.5,
    autoApproveShell: false,
    approvalTimeoutMs: 600_000,
    logLevel: 'info',
  },
  1,
);

describe('restoreSettings', () => {
  it('prefers what was saved', () => {
    const saved = { ...defaults, maxConcurrency: 9, logLevel: 'warn', updatedAt: 7 };
    expect(restoreSettings(saved, defaults)).toEqual({ settings: saved, problems: [] });
  });

  it('takes the default of a setting that was not saved', () => {
    const { settings, problems } = restoreSettings({ maxConcurrency: 9 }, defaults);
    expect(settings).toEqual({ ...defaults, maxConcurrency: 9 });
    expect(problems).toEqual([]);
  });

  it('takes the default of a value that makes no sense, and says so', () => {
    const saved = { maxConcurrency: 900, logLevel: 'loud', modelOverrides: [1], updatedAt: 'now' };
    const { settings, problems } = restoreSettings(saved, defaults);
    expect(settings).toEqual(defaults);
    expect(problems).toEqual([
      'the saved value of "maxConcurrency" cannot be used and its default stands: Concurrency must be between 1 and 16.',
      'the saved value of "logLevel" cannot be used and its default stands: "logLevel" must be one of debug, info, warn, error.',
    ]);
  });

  it.each([[null], ['text'], [[]], [7]])('takes all defaults when %j was saved', (saved) => {
    expect(restoreSettings(saved, defaults).settings).toEqual(defaults);
  });
});
