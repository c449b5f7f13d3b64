import { describe, expect, it } from '@jest/globals';
import { showRequest, sizeOf } from './request-text.js';

const rules = `## Rules\n${'Be brief. '.repeat(30)}`;
const request = (...messages: object[]) => ({
  model: 'm',
  max_tokens: 100,
  messages: [{ role: 'system', content: `${rules}\n\n## Place\nA small room.` }, ...messages],
  tools: [{ type: 'function', function: { name: 'grep', description: 'Finds.', parameters: {} } }],
});

describe('a request as text', () => {
  it('has its messages, calls, results and tools', () => {
    const { lines } = showRequest(
      '0001',
      request(
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', function: { name: 'grep', arguments: '{"for":"x"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'none' },
      ),
      {},
    );
    const text = lines.join('\n');
    expect(text).toContain(`----- [0] system\n${rules}`);
    expect(text).toContain('----- [1] assistant\nCALL c1 grep {"for":"x"}');
    expect(text).toContain('----- [2] tool (result of c1)\nnone');
    expect(text).toContain('----- TOOL grep\nFinds.\n{}');
  });

  it('has only the beginning of what an earlier one held', () => {
    const first = showRequest('0001', request({ role: 'user', content: 'One.' }), {});
    const second = showRequest('0002', request({ role: 'user', content: 'Two.' }), first.seen);
    const text = second.lines.join('\n');
    expect(text).toContain('<<as in 0001');
    expect(text).toContain('characters: ## Rules Be brief.');
    expect(text).not.toContain(rules);
    expect(text).toContain('----- [1] user\nTwo.');
    // A short text is repeated, because a reference would be as long.
    expect(text).toContain('----- TOOL grep\nFinds.');
  });

  it('is as before when it is looked at again', () => {
    const once = showRequest('0001', request(), {});
    expect(showRequest('0001', request(), once.seen).lines).toEqual(once.lines);
  });

  it('is shown whatever it holds', () => {
    expect(showRequest('0001', { messages: [7, { role: 1 }], tools: 'x' }, {}).lines).toContain(
      '7',
    );
    expect(showRequest('0001', [], {}).lines[0]).toContain('0 messages');
  });

  it('is counted by the characters of its JSON', () => {
    expect(sizeOf({ messages: [{ a: 1 }], tools: [] })).toEqual({ messages: 9, tools: 2 });
  });
});
