import { describe, expect, it } from '@jest/globals';
import { asksIn, mentions } from './asks.js';

const issue = {
  ...{ number: 1, title: 'Say good day', body: '', url: 'https://forge.invalid/1' },
  ...{ author: 'eve', labels: ['Office', 'bug'], isOpen: true },
};
const rule = { label: 'office', mention: 'office' };

describe('mentions', () => {
  it.each([
    ['@office please', true],
    ['please, @Office!', true],
    ['(@office)', true],
    ['@office.', true],
    ['@office-bot', false],
    ['@office/team', false],
    ['ada@office', false],
    ['`@office`', false],
    ['> @office', false],
    ['```\n@office\n```', false],
    ['```\n```\n@office', true],
    ['@office.example', false],
  ])('%j: %s', (text, isMentioned) => {
    expect(mentions(text, 'office')).toBe(isMentioned);
  });
});

describe('asksIn', () => {
  it('takes the label in any case before mentions', () => {
    const comment = { id: '1', author: 'ada', body: '@office', url: '' };
    expect(asksIn(issue, [comment], rule, 'bot')).toEqual([
      { by: 'label' },
      { by: 'mention', author: 'ada', comment },
    ]);
  });

  it('hears nothing in what the office itself has written, nor in closed issues', () => {
    const own = { id: '1', author: 'Bot', body: '@office', url: '' };
    expect(asksIn({ ...issue, labels: [] }, [own], rule, 'bot')).toEqual([]);
    expect(asksIn({ ...issue, isOpen: false }, [], rule, 'bot')).toEqual([]);
  });
});
