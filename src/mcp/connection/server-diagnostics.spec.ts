import { describe, expect, it } from '@jest/globals';
import { redactor } from '../../platform/logging/redact.js';
import { mcpLimits } from '../mcp-limits.js';
import { ServerDiagnostics } from './server-diagnostics.js';

describe('ServerDiagnostics', () => {
  it('keeps the newest lines, cut, stripped and without secrets', () => {
    let changes = 0;
    const diagnostics = new ServerDiagnostics(
      mcpLimits,
      redactor(['secret-1']),
      () => (changes += 1),
    );
    for (let line = 1; line <= 100; line += 1) diagnostics.stderr(`\u001b[31mline ${line}`);
    diagnostics.stderr('my key is secret-1.');
    diagnostics.note('x'.repeat(10_000));
    expect(diagnostics.notes()).toHaveLength(10);
    expect(diagnostics.notes().at(-1)).toBe('x'.repeat(200));
    expect(diagnostics.notes().at(-2)).toBe('my key is [redacted].');
    expect(diagnostics.lastStderr(2)).toEqual(['line 100', 'my key is [redacted].']);
    expect(diagnostics.lastStderr(1000)).toHaveLength(50);
    expect(changes).toBe(102);
  });

  it('has no use for empty lines', () => {
    const diagnostics = new ServerDiagnostics(mcpLimits, redactor([]), () => undefined);
    diagnostics.stderr('   ');
    expect(diagnostics.notes()).toEqual([]);
  });
});
