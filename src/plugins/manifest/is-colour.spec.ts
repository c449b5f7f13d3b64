import { describe, expect, it } from '@jest/globals';
import { isColour } from './is-colour.js';

describe('isColour', () => {
  it.each([
    '#fff',
    '#FFFFFF80',
    'rgb(1, 2, 3)',
    'rgba(1 2 3 / 50%)',
    'hsl(+120 50% 50%)',
    'HSLA(1,2%,3%,.5)',
    'tomato',
    'currentcolor',
    'var(--ink-2)',
  ])('knows %s', (text) => {
    expect(isColour(text)).toBe(true);
  });

  it.each([
    '',
    '#ff',
    '#fffffffff',
    '#ggg',
    'rgb(1,2,3);background:url(x)',
    'rgb(calc(1))',
    'url(https://a.example)',
    'red blue',
    'expression(x)',
    'var(--ink, url(x))',
    'var(ink)',
    `var(--${'a'.repeat(41)})`,
    'a'.repeat(33),
    `rgb(${' '.repeat(70)})`,
    '</style>',
    'red\n',
  ])('refuses %j', (text) => {
    expect(isColour(text)).toBe(false);
  });
});
