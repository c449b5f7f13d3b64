import { describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '../../gateway/model-call.js';
import { placeImages } from './shown-images.js';

const png = (data: string) => ({ mediaType: 'image/png' as const, data });
const asked: ModelMessage = { role: 'user', content: 'Look.' };
const answer: ModelMessage = { role: 'assistant', content: '', toolCalls: [] };
const result = (name: string, ...data: string[]): ModelMessage => ({
  role: 'tool',
  content: `of ${name}`,
  name,
  ...(data.length > 0 && { images: data.map(png) }),
});

const conversation = [asked, answer, result('a', '1'), result('b'), result('c', '2', '3'), answer];

describe('placeImages', () => {
  it('leaves them where the dialect takes them', () => {
    expect(placeImages(conversation, 'result')).toBe(conversation);
  });

  it('puts them behind the last result of the answer', () => {
    expect(placeImages(conversation, 'user')).toEqual([
      asked,
      answer,
      result('a'),
      result('b'),
      result('c'),
      {
        role: 'user',
        content: 'The images that came with the results above (a, c), in their order:',
        images: ['1', '2', '3'].map(png),
      },
      answer,
    ]);
  });

  it('says how many a model that does not see has missed', () => {
    const shown = placeImages(conversation, 'nowhere');
    expect(shown.map(({ content }) => content)).toEqual([
      'Look.',
      '',
      'of a\n[1 image(s) left out: this model reads text only]',
      'of b',
      'of c\n[2 image(s) left out: this model reads text only]',
      '',
    ]);
    expect(shown.some(({ images }) => images !== undefined)).toBe(false);
  });
});
