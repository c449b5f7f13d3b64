import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderResult } from './render-result.js';

const text = (said: string) => ({ type: 'text', text: said });

describe('renderResult', () => {
  it('joins texts, and names what is none', () => {
    const content = [text('one'), { type: 'image', data: 'AAAA' }, text('two'), 7, { text: 'x' }];
    expect(renderResult({ content }, 1000)).toEqual({
      ok: true,
      content: 'one\n[image content]\ntwo\n[unknown content]\n[unknown content]',
    });
  });

  it('says that the tool reported an error', () => {
    expect(renderResult({ content: [text('no such file')], isError: true }, 1000)).toEqual({
      ok: false,
      content: 'The tool reported an error:\nno such file',
    });
  });

  it('shows structured content where there is nothing else', () => {
    expect(renderResult({ structuredContent: { a: 1 } }, 1000).content).toBe('{"a":1}');
    expect(renderResult({ content: [text('x')], structuredContent: { a: 1 } }, 1000).content).toBe(
      'x',
    );
  });

  it('clips', () => {
    expect(renderResult({ content: [text('x'.repeat(50))] }, 10).content).toBe(
      'xxxxxxxxxx…(truncated at 10 characters)',
    );
  });

  it('makes a text of anything at all', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('content', 'isError'), fc.anything()), (answer) => {
        expect(typeof renderResult(answer, 100).content).toBe('string');
      }),
    );
  });
});
