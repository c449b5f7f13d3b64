import { describe, expect, it } from '@jest/globals';
import { examine } from './doctor.js';

type Examined = Parameters<typeof examine>[0];

/** The doctor's findings by name. */
function said(state: object, more: object = {}): Record<string, string> {
  const mode = { llmMode: 'live', llmModeReason: '' };
  const health = { version: '1', protocolVersion: 1, store: 'sqlite', ...mode, ...more };
  const empty = {
    providers: [],
    vendorBay: { vendors: [] },
    mcp: { servers: [] },
    plugins: { records: [] },
    approvals: [],
  };
  const examined = { url: 'http://x', health, state: { ...empty, ...state }, obstacle: null };
  return Object.fromEntries(
    examine(examined as unknown as Examined).map(({ level, what, finding }) => [
      what,
      `${level}: ${finding}`,
    ]),
  );
}

describe('examine', () => {
  it.each([
    [{ ok: null, local: true }, 'warn: not asked yet; 3 model(s), seed'],
    [{ ok: null, local: false }, 'warn: not asked yet; 3 model(s), seed'],
    [{ ok: true, local: true }, 'ok: 3 model(s), seed'],
    [{ ok: false, local: true, detail: 'refused' }, 'warn: refused'],
    [{ ok: false, local: false }, 'error: does not answer'],
    [{ ok: true, modelSource: 'degraded', modelSourceDetail: 'old' }, 'warn: old'],
  ])('tells a provider %j as it is', (status, finding) => {
    const base = { id: 'p', configured: true, detail: null, modelCount: 3, modelSource: 'seed' };
    expect(said({ providers: [{ ...base, ...status }] })['provider p']).toBe(finding);
  });

  it.each([
    [{ mode: 'auto', available: true, detail: 'can' }, 'ok: can'],
    [{ mode: 'auto', available: false, detail: 'none' }, 'warn: none'],
    [{ mode: 'required', available: false, detail: 'none' }, 'error: none'],
    [undefined, undefined],
  ])('tells a sandbox %j as it is', (sandbox, finding) => {
    expect(said({}, { sandbox })['sandbox']).toBe(finding);
  });

  it('tells what works as well as what does not', () => {
    const server = { id: 's', toolCount: 2 };
    const manifest = { id: 'p', version: '1.2.3' };
    const mcp = (state: string, error?: string) =>
      said({ mcp: { servers: [{ ...server, state, error }] } })['MCP server s'];
    const plugin = (status: string, error: string | null = null) =>
      said({ plugins: { records: [{ manifest, status, error }] } })['plugin p'];
    const harness = (status: string) =>
      said({ vendorBay: { vendors: [{ id: 'h', status, detail: null, lastError: null }] } })[
        'harness h'
      ];
    expect(mcp('ready')).toBe('ok: ready, 2 tool(s)');
    expect(mcp('disabled')).toBe('ok: switched off');
    expect(mcp('connecting')).toBe('warn: connecting');
    expect(mcp('failed', 'no such file')).toBe('warn: no such file');
    expect(plugin('loaded')).toBe('ok: loaded, version 1.2.3');
    expect(plugin('disabled')).toBe('ok: switched off');
    expect(plugin('error', 'broken')).toBe('error: broken');
    expect(harness('docked')).toBe('ok: docked');
    expect(harness('unreachable')).toBe('warn: cannot be reached');
  });
});
