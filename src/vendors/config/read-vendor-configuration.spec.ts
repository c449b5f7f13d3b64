import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseInlineVendors, parseVendorEntries } from './read-vendor-configuration.js';

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

  it.each([
    ['claude-code', 'claude-agent-acp', [], true],
    ['gemini-cli', 'gemini', ['--acp'], false],
    ['opencode', 'opencode', ['acp'], true],
    ['qwen-code', 'qwen', ['--acp'], false],
  ])('knows %s, which asks a person first', (preset, command, args, reportsCost) => {
    expect(parseInlineVendors(preset).vendors).toMatchObject([
      {
        id: preset,
        command,
        args,
        transport: 'acp',
        capabilities: { readOnlyEnforcement: 'requested', reportsCost },
      },
    ]);
  });

  const idRule =
    'must be lowercase letters, digits or "-", start with a letter, and contain no "_" (it is the tool-name separator).';

  it.each([
    [
      'mine=gpt',
      'OFFICE_VENDORS entry "mine=gpt" names preset "gpt", which is not one of: codex, dsh, hermes, openclaw, claude-code, gemini-cli, opencode, qwen-code. Configure a custom command in vendors.json instead.',
    ],
    [
      'toString',
      'OFFICE_VENDORS entry "toString" names preset "toString", which is not one of: codex, dsh, hermes, openclaw, claude-code, gemini-cli, opencode, qwen-code. Configure a custom command in vendors.json instead.',
    ],
    ['My_One=codex', `OFFICE_VENDORS id "My_One" ${idRule}`],
    ['x=codex', `OFFICE_VENDORS id "x" ${idRule}`],
    ['codex;codex', 'OFFICE_VENDORS names the vendor id "codex" twice.'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(parseInlineVendors(text).problems).toEqual([problem]);
  });
});

function parse(...entries: unknown[]) {
  return parseVendorEntries(entries, '/srv/office');
}

function vendor(entry: Record<string, unknown>) {
  const [only] = parse({ id: 'helper', ...entry }).vendors;
  if (only === undefined) throw new Error('the entry was refused');
  return only;
}

describe('parseVendorEntries', () => {
  it('completes a command with defaults', () => {
    expect(vendor({ command: 'helper' })).toEqual({
      id: 'helper',
      command: 'helper',
      args: [],
      env: {},
      transport: 'command',
      promptTransport: 'argv',
      outputFormat: 'text',
      probeArgs: ['--version'],
      timeoutMs: 300_000,
      label: 'helper',
      operator: 'third party',
      enabled: true,
      description: null,
      authNote: null,
      color: null,
      capabilities: {
        readOnlyEnforcement: 'requested',
        reportsFiles: false,
        streams: false,
        reportsCost: false,
      },
    });
  });

  it('takes what the operator says over what the preset says', () => {
    const entry = {
      label: 'Ours',
      operator: 'us',
      args: ['run'],
      env: { KEY: 'abc' },
      promptTransport: 'stdin',
      probeArgs: [],
      timeoutMs: 60_000,
      color: '#a1B2c3',
      description: 'Good at maths.',
      authNote: 'Ask Jo.',
      enabled: false,
    };
    expect(vendor({ preset: 'dsh', ...entry })).toMatchObject({ command: 'dsh', ...entry });
  });

  it.each([
    [1, 5000],
    [1e9, 3_600_000],
    ['soon', 300_000],
  ])('a time of %j is one of %i ms', (timeoutMs, expected) => {
    expect(vendor({ command: 'x', timeoutMs }).timeoutMs).toBe(expected);
  });

  it('takes unknown values for absent ones', () => {
    const entry = { transport: 'pipe', outputFormat: 'xml', promptTransport: 1, color: 'red' };
    expect(vendor({ preset: 'openclaw', ...entry })).toMatchObject({
      transport: 'acp',
      outputFormat: 'text',
      promptTransport: 'argv',
      color: null,
    });
  });

  describe('on what keeps a harness from writing', () => {
    const level = (entry: Record<string, unknown>) =>
      vendor(entry).capabilities.readOnlyEnforcement;
    const declared = (readOnlyEnforcement: string) => ({ capabilities: { readOnlyEnforcement } });

    it('applies the capabilities of a preset while its command and arguments are those of the preset', () => {
      expect(level({ preset: 'codex' })).toBe('sandbox');
      expect(level({ preset: 'codex', label: 'Ours' })).toBe('sandbox');
    });

    it('drops the sandbox of a preset with another command or other arguments', () => {
      expect(level({ preset: 'codex', command: 'mine' })).toBe('requested');
      expect(level({ preset: 'codex', args: ['exec'] })).toBe('requested');
    });

    it('drops client enforcement without ACP', () => {
      expect(level({ preset: 'openclaw' })).toBe('client');
      expect(level({ preset: 'openclaw', transport: 'command' })).toBe('requested');
    });

    it('takes the enforcement that the operator states', () => {
      expect(level({ preset: 'codex', command: 'mine', ...declared('sandbox') })).toBe('sandbox');
      expect(level({ command: 'mine', ...declared('client') })).toBe('client');
    });

    it('is never raised by an unknown word', () => {
      expect(level({ command: 'mine', ...declared('total') })).toBe('requested');
      expect(level({ preset: 'codex', args: [], ...declared('total') })).toBe('requested');
      expect(level({ preset: 'codex', ...declared('total') })).toBe('sandbox');
    });
  });

  it.each([
    ['./bin/helper', '/srv/office/bin/helper'],
    ['../helper', '/srv/helper'],
  ])('settles the path %j against the directory of the service', (command, resolved) => {
    const { vendors, problems } = parse({ id: 'helper', command });
    expect(vendors).toMatchObject([{ command: resolved }]);
    expect(problems).toEqual([
      `vendors[0].command "${command}" holds a path and was resolved to ${resolved}.`,
    ]);
  });

  it('leaves a name and an absolute path as they are', () => {
    expect(parse({ id: 'helper', command: '/opt/helper' }).problems).toEqual([]);
    expect(parse({ id: 'helper', command: 'helper' }).problems).toEqual([]);
  });

  const idRule =
    'vendors[0].id must be lowercase letters, digits or "-", start with a letter, and contain no "_" (it is the tool-name separator).';

  it.each([
    ['codex', 'vendors[0] is not an object.'],
    [{ preset: 'codex' }, idRule],
    [{ id: 'a_b', command: 'x' }, idRule],
    [{ id: 'X1', command: 'x' }, idRule],
    [{ id: `a${'b'.repeat(32)}`, command: 'x' }, idRule],
    [
      { id: 'ab', preset: 'gpt' },
      'vendors[0].preset must be one of: codex, dsh, hermes, openclaw, claude-code, gemini-cli, opencode, qwen-code.',
    ],
    [{ id: 'ab' }, 'vendors[0] names neither a "preset" nor a non-empty "command".'],
    [{ id: 'ab', command: ' ' }, 'vendors[0] names neither a "preset" nor a non-empty "command".'],
  ])('says what is wrong with %j', (entry, problem) => {
    expect(parse(entry)).toEqual({ vendors: [], problems: [problem] });
  });

  it('refuses the second of two with one id', () => {
    expect(parse({ id: 'ab', command: 'x' }, { id: 'ab', command: 'y' }).problems).toEqual([
      'vendors[1]: duplicate vendor id "ab".',
    ]);
  });

  it('makes a vendor or a problem of anything at all', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (entries) => {
        const { vendors, problems } = parse(...entries);
        expect(vendors.length + problems.length).toBeGreaterThanOrEqual(entries.length);
      }),
    );
  });
});
