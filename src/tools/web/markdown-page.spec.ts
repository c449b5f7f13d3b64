import { describe, expect, it } from '@jest/globals';
import { markdownPage } from './markdown-page.js';

const url = 'https://example.com/docs/page.html';
const read = (html: string) => markdownPage(html, url);
const words = `<p>${'Some words, and more of them, to be read here. '.repeat(12)}</p>`;

describe('markdownPage', () => {
  it('gives the article without what stands around it, under its name', () => {
    const html = `<html><head><title>The name</title><style>p { color: red }</style></head><body>
      <nav><a href="/elsewhere">Elsewhere</a></nav>
      <article>${words.repeat(4)}<p>${'The end, with a link. '.repeat(9)}<a href="../a?b=1#c">here</a>.</p>
      </article><footer><a href="/imprint">Imprint</a></footer><script>no()</script></body></html>`;
    const markdown = read(html);
    expect(markdown).toMatch(/^# The name\n\nSome words, and more/);
    expect(markdown).toMatch(
      /The end, with a link\. \[here\]\(https:\/\/example\.com\/a\?b=1#c\)\.$/,
    );
    expect(markdown).not.toMatch(/Elsewhere|Imprint|no\(\)|color/);
  });

  it('gives all of a page that is no article', () => {
    const html =
      '<title>Caf&eacute;</title><!-- not this --><h1>One  <em>two</em></h1><p>three&nbsp;&#x2014; four</p>' +
      '<ul><li>a<ul><li>b</li></ul></li><li><a href="/x">c</a></li></ul>';
    expect(read(html)?.replaceAll('\u00a0', ' ')).toBe(
      '# Café\n\n# One _two_\n\nthree — four\n\n-   a\n    -   b\n-   [c](https://example.com/x)',
    );
    expect(read('<p>Hello</p><script>x</script>')).toBe('Hello');
    expect(read('<title>Same</title><h1>Same</h1>')).toBe('# Same');
  });

  it('keeps the lines of preformatted text, whatever stands in it', () => {
    expect(read('<pre>\none\n  two &lt;b&gt;\n\n*three*\n</pre>')).toBe(
      '```\none\n  two <b>\n\n*three*\n```',
    );
    expect(read('<pre><code class="language-js">a\n```\nb</code></pre>')).toBe(
      '````\na\n```\nb\n````',
    );
  });

  it('makes tables readable, with a heading or without', () => {
    const row = '<tr><td>1</td><td>2 | 3</td></tr>';
    const head = '<thead><tr><th>A</th><th>B</th></tr></thead>';
    expect(read(`<table>${head}<tbody>${row}</tbody></table>`)).toBe(
      '| A   | B   |\n| --- | --- |\n| 1   | 2 \\| 3 |',
    );
    expect(read(`<table>${row}${row}</table>`)).toContain('| 1   | 2 \\| 3 |');
  });

  it('leaves a link that leads to no page as its text, and a picture as its description', () => {
    const html =
      '<p><a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a> <a href="http://[">c</a></p>' +
      '<img alt="A cat" src="data:image/png;base64,AAAA"><img src="/x.png">';
    expect(read(html)).toBe('a b c\n\nA cat');
  });

  it('gives up on a page that is too deep or too large', () => {
    expect(read('<div>'.repeat(100) + 'x')).toBe('x');
    expect(read('<div>'.repeat(200) + 'x')).toBeNull();
    expect(read('<table><tr><td>'.repeat(1_000))).toBeNull();
    expect(read('<br>'.repeat(50_001))).toBeNull();
  });
});
