import { describe, expect, it } from '@jest/globals';
import { searchResults } from './web-search.tool.js';

const result = (href: string, title: string, snippet: string): string => `
  <div class="result results_links web-result"><h2 class="result__title">
    <a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>
    <a class="result__url" href="${href}">shown address</a>
    <a class="result__snippet" href="${href}">${snippet}</a></div>`;

describe('searchResults', () => {
  it('reads titles, targets and snippets', () => {
    const html =
      result(
        '//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1&rut=x',
        'An <b>example</b> &amp; more',
        'First\n <b>snippet</b>',
      ) + result('https://example.org/', 'Direct', '');
    expect(searchResults(html)).toEqual([
      { title: 'An example & more', url: 'https://example.com/a?b=1', snippet: 'First snippet' },
      { title: 'Direct', url: 'https://example.org/', snippet: '' },
    ]);
  });

  it('leaves out advertisements, other schemes and results without a title', () => {
    const html =
      result('https://duckduckgo.com/y.js?ad_provider=x', 'Ad', 'Buy') +
      result('//duckduckgo.com/l/?uddg=javascript%3Aalert(1)', 'Script', '') +
      result('//duckduckgo.com/l/?nothing=1', 'Nowhere', '') +
      result('https://example.com/', ' ', 'no title');
    expect(searchResults(html)).toEqual([]);
  });

  it('finds nothing on another page', () => {
    expect(searchResults('<html><body>Unusual traffic</body></html>')).toEqual([]);
    expect(searchResults('')).toEqual([]);
  });
});
