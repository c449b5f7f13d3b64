import { describe, expect, it } from '@jest/globals';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { editorTexts } from '../../protocol/texts/editor.js';
import { briefOf } from './prompt-text.js';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const link = (uri: string): ContentBlock => ({ type: 'resource_link', name: 'n', uri });
const resource = (uri: string, value: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, text: value },
});

describe('briefOf', () => {
  it.each<[string, ContentBlock[], string]>([
    ['texts as they are', [text('Fix '), text('it')], 'Fix it'],
    ['a file by its path', [text('Fix'), link('file:///w/src/a%20b.ts')], 'Fix src/a b.ts'],
    ['a file elsewhere', [link('file:///other/a.ts')], '/other/a.ts'],
    ['the folder itself', [link('file:///w')], '/w'],
    ['lines of a file', [link('file:///w/a.ts#L1:9')], 'a.ts (L1:9)'],
    ['an address', [link('https://example.org/x')], 'https://example.org/x'],
    ['what is no address', [link('file://%zz')], 'file://%zz'],
    ['a text in a fence', [resource('file:///w/a.md', 'x')], 'a.md:\n```\nx\n```'],
  ])('has %s', (_, prompt, brief) => {
    expect(briefOf(prompt, '/w')).toBe(brief);
  });

  it.each<[string, ContentBlock[], string]>([
    ['nothing', [], editorTexts.nothingSaid],
    ['blanks', [text(' \n')], editorTexts.nothingSaid],
    ['an image', [{ type: 'image', data: '', mimeType: 'image/png' }], editorTexts.noImages],
    ['a sound', [{ type: 'audio', data: '', mimeType: 'audio/wav' }], editorTexts.noAudio],
    [
      'a binary file',
      [{ type: 'resource', resource: { uri: 'file:///w/a.bin', blob: 'AA' } }],
      editorTexts.noBinary('a.bin'),
    ],
  ])('refuses %s', (_, prompt, error) => {
    expect(() => briefOf(prompt, '/w')).toThrow(error);
  });

  it('closes the fence of an attached text nowhere inside it', () => {
    const marks = fc.array(fc.constantFrom('`', '``', '```', '````', 'a', '\n'));
    fc.assert(
      fc.property(marks, (parts) => {
        const attached = parts.join('');
        const brief = briefOf([resource('file:///w/a', attached)], '/w');
        const [, fence = ''] = /^a:\n(`+)\n/.exec(brief) ?? [];
        expect(attached).not.toContain(fence);
        expect(brief).toBe(`a:\n${fence}\n${attached}\n${fence}`);
      }),
    );
  });
});
