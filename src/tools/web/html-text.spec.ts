import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { htmlText } from './html-text.js';

describe('htmlText', () => {
  it('keeps what is read, each block on its line, and decodes entities', () => {
    const html = `<!doctype html><html><head><title>Caf&eacute; &amp; more</title>
      <style>p { color: red }</style><script>alert("<p>no</p>")</script></head>
      <body><!-- not this --><h1>One  <em>two</em></h1><p>three&nbsp;&#x2014; four<br>five</p>
      <ul><li>a</li><li><a href="/x">b</a></li></ul></body></html>`;
    expect(htmlText(html)).toBe('Café & more\nOne two\nthree — four\nfive\na\nb');
  });

  it('gives the text of a page that is cut off or badly nested', () => {
    expect(htmlText('<div><p>one<b>two</div>three<scr')).toContain('onetwo');
    expect(htmlText('plain < text > here')).toBe('plain < text > here');
    expect(htmlText('<script>never closed')).toBe('');
  });

  it('answers anything, and leaves no tag of a well-formed page', () => {
    const inner = fc.string({ unit: fc.constantFrom('a', ' ', '&amp;', '\n') });
    const tag = fc.constantFrom('p', 'div', 'b', 'script', 'style', 'x-y');
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, inner)), fc.string(), (elements, garbage) => {
        const html = elements.map(([name, text]) => `<${name}>${text}</${name}>`).join('');
        expect(htmlText(html)).not.toMatch(/[<>]/);
        expect(typeof htmlText(garbage)).toBe('string');
      }),
    );
  });
});
