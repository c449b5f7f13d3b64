import { describe, expect, it } from '@jest/globals';
import { presentResult } from './present-result.js';

describe('presentResult', () => {
  it('fences the content under the name of the tool and keeps the preview plain', () => {
    expect(presentResult('read_file', { ok: true, content: 'body', preview: 'a.ts' })).toEqual({
      preview: 'a.ts',
      content: '<untrusted-content source=tool:read_file>\nbody\n</untrusted-content>',
    });
  });

  it('uses the beginning of the content when a tool gives no preview', () => {
    expect(presentResult('x', { ok: true, content: 'body' }).preview).toBe('body');
  });

  it('strips both', () => {
    const { preview, content } = presentResult('x', {
      ok: false,
      content: '\x1b[1ma',
      preview: '\x07b',
    });
    expect(preview).toBe('b');
    expect(content).toContain('\na\n');
  });

  it('cuts the content at 8000 and the preview at 300 characters and says so inside the fence', () => {
    const long = 'y'.repeat(9000);
    const { preview, content } = presentResult('x', { ok: true, content: long });
    expect(preview).toBe(`${'y'.repeat(300)}… [result truncated at 300 characters]`);
    expect(content).toContain(
      `${'y'.repeat(8000)}… [result truncated at 8000 characters]\n</untrusted`,
    );
  });
});
