import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { vendorLimits } from '../vendor-limits.js';
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

  it('tells no more than a few times what is shown of an answer', () => {
    const transcript = new AcpTranscript();
    for (let part = 0; part < 30; part += 1) transcript.take(chunk('x'.repeat(100_000)));
    expect(transcript.text).toHaveLength(4 * vendorLimits.answerCharacters);
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
      input: expect.stringContaining('/w/b.ts') as unknown,
    });
    expect(transcript.paths).toEqual(['/w/a.ts', '/w/b.ts']);
  });

  it('shows the arguments that an earlier update told', () => {
    const transcript = new AcpTranscript();
    const call = { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Run' };
    transcript.take({ ...call, rawInput: { command: 'rm \u001b[8m-rf .' } });
    expect(transcript.describe({ toolCallId: 'a' }).input).toBe(
      '{\n  "command": "rm \\u001b[8m-rf ."\n}',
    );
    const long = transcript.describe({ toolCallId: 'a', rawInput: 'x'.repeat(9000) });
    expect(long.input).toBe(`"${'x'.repeat(1999)}…`);
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
