import { describe, expect, it } from '@jest/globals';
import { parseInlineVendors } from './parse-inline-vendors.js';

describe('parseInlineVendors', () => {
  it('reads presets, under their own name or another', () => {
    const { vendors, problems } = parseInlineVendors('codex; second=codex ;openclaw;');
    expect(vendors).toMatchObject([
      {
        id: 'codex',
        label: 'Codex',
        command: 'codex',
        args: ['exec', '--json', '--skip-git-repo-check', '-s', 'read-only'],
        transport: 'command',
        outputFormat: 'codex-jsonl',
        promptTransport: 'argv',
        probeArgs: ['--version'],
        timeoutMs: 300_000,
        capabilities: { readOnlyEnforcement: 'sandbox', reportsFiles: true, streams: true },
      },
      { id: 'second', label: 'Codex', command: 'codex' },
      {
        id: 'openclaw',
        transport: 'acp',
        args: ['acp'],
        timeoutMs: 600_000,
        capabilities: { readOnlyEnforcement: 'client' },
      },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['dsh', ['--profile', 'headless']],
    ['hermes', ['chat', '-q']],
  ])('knows %s', (preset, args) => {
    expect(parseInlineVendors(preset).vendors).toMatchObject([
      {
        command: preset,
        args,
        outputFormat: 'text',
        timeoutMs: 600_000,
        capabilities: {
          readOnlyEnforcement: 'requested',
          reportsFiles: false,
          streams: false,
          reportsCost: false,
        },
      },
    ]);
  });

  const idRule =
    'must be lowercase letters, digits or "-", start with a letter, and contain no "_" (it is the tool-name separator).';

  it.each([
    [
      'mine=gpt',
      'OFFICE_VENDORS entry "mine=gpt" names preset "gpt", which is not one of: codex, dsh, hermes, openclaw. Configure a custom command in vendors.json instead.',
    ],
    [
      'toString',
      'OFFICE_VENDORS entry "toString" names preset "toString", which is not one of: codex, dsh, hermes, openclaw. Configure a custom command in vendors.json instead.',
    ],
    ['My_One=codex', `OFFICE_VENDORS id "My_One" ${idRule}`],
    ['x=codex', `OFFICE_VENDORS id "x" ${idRule}`],
    ['codex;codex', 'OFFICE_VENDORS names the vendor id "codex" twice.'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(parseInlineVendors(text).problems).toEqual([problem]);
  });
});
