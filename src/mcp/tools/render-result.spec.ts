import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mcpLimits } from '../mcp-limits.js';
import { renderResult } from './render-result.js';

const text = (said: string) => ({ type: 'text', text: said });
const image = (data: string) => ({ type: 'image', data, mimeType: 'image/jpeg' });
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex').toString('base64');

const within = (changes: Partial<typeof mcpLimits>) => ({ ...mcpLimits, ...changes });

describe('renderResult', () => {
  it('joins texts, and names what is none', () => {
    const content = [text('one'), { type: 'image', data: 'AAAA' }, text('two'), 7, { text: 'x' }];
    expect(renderResult({ content }, mcpLimits)).toEqual({
      ok: true,
      content: 'one\n[image content]\ntwo\n[unknown content]\n7\n[unknown content]\n{"text":"x"}',
    });
  });

  it('says that the tool reported an error', () => {
    expect(renderResult({ content: [text('no such file')], isError: true }, mcpLimits)).toEqual({
      ok: false,
      content: 'The tool reported an error:\nno such file',
    });
  });

  it.each([true, 'true'])('takes isError of %j for one', (isError) => {
    expect(renderResult({ content: 'no', isError }, mcpLimits).ok).toBe(false);
  });

  it.each<[answer: Record<string, unknown>, shown: string]>([
    [{ structuredContent: { a: 1 } }, '{"a":1}'],
    [{ content: null, structuredContent: { a: 1 } }, '{"a":1}'],
    [{ content: [], structuredContent: [1, 2] }, '[1,2]'],
    [{ content: [text('x')], structuredContent: { a: 1 } }, 'x\n{"a":1}'],
    [{ content: 'x', structuredContent: { a: 1 } }, 'x\n{"a":1}'],
    [{ content: [{ type: 'chart' }], structuredContent: false }, '[chart content]\nfalse'],
    [{ content: [text('{ "a": 1 }')], structuredContent: { a: 1 } }, '{ "a": 1 }'],
    [{ content: [text('x'), text('{"a":2}')], structuredContent: { a: 1 } }, 'x\n{"a":2}\n{"a":1}'],
    [{ content: [text('tea')], structuredContent: { content: 'tea' } }, 'tea'],
    [{ content: [text('1'), text('b')], structuredContent: { result: [1, 'b'] } }, '1\nb'],
    [{ content: [text('ok')], structuredContent: { a: 'ok', b: 1 } }, 'ok\n{"a":"ok","b":1}'],
    [{ content: [], structuredContent: {} }, '{}'],
    [{ content: 'a plain text' }, 'a plain text'],
    [{ content: text('alone') }, 'alone'],
    [{ content: ['one', text('two')] }, 'one\ntwo'],
    [{ content: [{ type: 'text', text: { a: 1 } }, { type: 'text' }] }, '{"a":1}\n[text content]'],
    [{ content: [{ type: 'markdown', text: '# x' }] }, '[markdown content]\n# x'],
    [{ content: 7 }, '[unknown content]\n7'],
    [{ content: { rows: [1] } }, '[unknown content]\n{"rows":[1]}'],
    [{ content: [['a']] }, '[unknown content]\n["a"]'],
    [{ content: null }, ''],
    [{}, ''],
    [{ toolResult: { a: 1 }, _meta: { b: 2 } }, '{"toolResult":{"a":1}}'],
  ])('shows %j as %j', (answer, shown) => {
    expect(renderResult(answer, mcpLimits)).toEqual({ ok: true, content: shown });
  });

  it('leaves room for the structured content beside a long text', () => {
    const answer = { content: [text('x'.repeat(90))], structuredContent: 'y'.repeat(90) };
    const { content } = renderResult(answer, within({ resultCharacters: 20 }));
    expect(content).toBe(
      'xxxxxxxxxx…(truncated at 10 characters)\n"yyyyyyyyy…(truncated at 10 characters)',
    );
  });

  it('clips', () => {
    expect(
      renderResult({ content: [text('x'.repeat(50))] }, within({ resultCharacters: 10 })).content,
    ).toBe('xxxxxxxxxx…(truncated at 10 characters)');
  });

  it('keeps the text of embedded resources, and names those that are none', () => {
    const resource = (fields: object) => ({ type: 'resource', resource: fields });
    const link = { type: 'resource_link', uri: 'file:///b', name: 'b' };
    const content = [
      resource({ uri: 'file:///a', text: 'one' }),
      resource({ uri: 'file:///z', blob: 'AAAA' }),
      link,
      { type: 'resource' },
    ];
    expect(renderResult({ content }, mcpLimits)).toEqual({
      ok: true,
      content:
        '[resource file:///a]\none\n[resource file:///z: not a text]\n[resource link file:///b "b"]\n[resource content]',
    });
  });

  it('hands on images by what they are, not by what they are called', () => {
    const blob = { type: 'resource', resource: { uri: 'file:///p', blob: png } };
    expect(renderResult({ content: [image(png), blob, image('no base64!')] }, mcpLimits)).toEqual({
      ok: true,
      content: '[image content]\n[resource file:///p: not a text]\n[image content]',
      images: [
        { mediaType: 'image/png', data: png },
        { mediaType: 'image/png', data: png },
      ],
    });
  });

  it.each([{ images: 1 }, { imageCharacters: png.length }])(
    'leaves out images beyond %j',
    (limit) => {
      const { images, content } = renderResult(
        { content: [image(png), image(png)] },
        within(limit),
      );
      expect(images).toHaveLength(1);
      expect(content).toBe(
        '[image content]\n[image content]\n[the image above is left out: the images of this result are too many or too large]',
      );
    },
  );

  it('makes a text of anything at all', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('content', 'isError'), fc.anything()), (answer) => {
        expect(typeof renderResult(answer, mcpLimits).content).toBe('string');
      }),
    );
  });
});
