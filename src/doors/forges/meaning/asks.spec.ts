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
    ['run `git log @office x`', false],
    ['run ``git ` @office x``', false],
    ['run `git\nlog @office x`', false],
    ['a ` alone, @office', true],
    ['`one` @office `two`', true],
    ['`one`@office', false],
    ['a `\n\n@office `', true],
    ['```git @office``` x', false],
    ['```js\n```js\n@office', false],
    ['````\n```\n@office\n````', false],
    ['- ```\n  @office\n  ```', false],
    ['1. do\n\n    @office', true],
    ['code:\n\n    @office', false],
    ['code:\n\n\t@office\n\t@office', false],
    ['not code\n    @office', true],
    ['- one\n\ntext\n\n    @office', false],
    ['<!-- @office does this -->', false],
    ['<!--\n\n@office\n-->', false],
    ['<!-- a --> @office <!-- b -->', true],
    ['<!-- @office', false],
    ['```\n<!--\n```\n@office', true],
    ['<!--\n```\n-->\n@office', true],
    ['~~~\n@office\n~~~\n@office', true],
    ['@office\r\nplease', true],
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
