import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AcpTranscript } from './acp-transcript.js';

const chunk = (text: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

describe('AcpTranscript', () => {
  it('joins what the agent said, without what acts on its reader', () => {
    const transcript = new AcpTranscript();
    transcript.take(chunk('Hel\u001b[31m'));
    transcript.take({ sessionUpdate: 'agent_thought_chunk', content: { text: 'secret' } });
    transcript.take(chunk('lo.'));
    expect(transcript.text).toBe('Hello.');
  });

  it('keeps two megabytes at most', () => {
    const transcript = new AcpTranscript();
    for (let part = 0; part < 30; part += 1) transcript.take(chunk('x'.repeat(100_000)));
    expect(transcript.text).toHaveLength(2 * 1024 * 1024);
  });

  it('knows of an action what any of its updates told', () => {
    const transcript = new AcpTranscript();
    transcript.take({
      sessionUpdate: 'tool_call',
      toolCallId: 'a',
      title: 'Edit',
      kind: 'edit',
      locations: [{ path: '/w/a.ts' }],
    });
    transcript.take({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'a',
      status: 'completed',
      content: [{ type: 'diff', path: '/w/b.ts' }],
    });
    expect(transcript.describe({ toolCallId: 'a' })).toEqual({
      title: 'Edit',
      kind: 'edit',
      status: 'completed',
      paths: ['/w/a.ts', '/w/b.ts'],
    });
    expect(transcript.paths).toEqual(['/w/a.ts', '/w/b.ts']);
  });

  it('does not count what was only looked at', () => {
    const transcript = new AcpTranscript();
    for (const kind of ['read', 'search', 'fetch', 'think']) {
      const locations = [{ path: `/w/${kind}.ts` }];
      transcript.take({ sessionUpdate: 'tool_call', toolCallId: kind, kind, locations });
    }
    expect(transcript.paths).toEqual([]);
  });

  it('remembers so many actions and no more', () => {
    const transcript = new AcpTranscript();
    for (let action = 0; action < 10_000; action += 1) {
      transcript.take({ sessionUpdate: 'tool_call', toolCallId: `${action}`, title: 'x' });
    }
    expect(transcript.describe({ toolCallId: '499' }).title).toBe('x');
    expect(transcript.describe({ toolCallId: '500' }).title).toBeNull();
  });

  it('takes anything at all', () => {
    const update = fc.record({
      sessionUpdate: fc.constantFrom('agent_message_chunk', 'tool_call', 'tool_call_update', 'x'),
      content: fc.anything(),
      toolCallId: fc.anything(),
      locations: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(update, fc.anything())), (updates) => {
        const transcript = new AcpTranscript();
        updates.forEach((each) => transcript.take(each));
        expect(typeof transcript.text).toBe('string');
        expect(Array.isArray(transcript.paths)).toBe(true);
      }),
    );
  });
});
