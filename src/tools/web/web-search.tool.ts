import { OfficeError } from '../../platform/errors/office-error.js';
import { webTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { Tool } from '../tool.js';
import { searchResults } from './search-results.js';
import type { SearchResult } from './search-results.js';
import { webToolBounds } from './web-page.js';
import type { PageFetcher } from './web-page.js';

const searchPage = 'https://html.duckduckgo.com/html/';

interface WebSearchArguments {
  readonly query: string;
  readonly maxResults: number;
}

export function webSearchTool(fetcher: PageFetcher): Tool {
  return builtInTool<WebSearchArguments>({
    name: 'web_search',
    description: 'Search the web: titles, addresses and snippets.',
    required: ['query'],
    properties: {
      query: { type: 'string', pattern: '\\S' },
      maxResults: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        default: 5,
      },
    },
    readOnly: true,
    run: async ({ query, maxResults }, { signal }) => {
      try {
        const results = await search(fetcher, query, signal);
        if (results.length === 0) return failure(webTexts.searchUnavailable);
        const shown = results.slice(0, maxResults);
        return {
          ok: true,
          content: shown.map(describe).join('\n'),
          preview: `${shown.length} result(s) for ${query}`,
        };
      } catch (error) {
        if (error instanceof OfficeError) return failure(webTexts.searchUnavailable);
        throw error;
      }
    },
  });
}

async function search(
  fetcher: PageFetcher,
  query: string,
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  const address = new URL(searchPage);
  address.searchParams.set('q', query);
  const page = await fetcher.get(address.href, webToolBounds(signal));
  return searchResults(page.body.toString('utf8'));
}

function describe({ title, url, snippet }: SearchResult, index: number): string {
  const heading = `${index + 1}. ${title} — ${url}`;
  return snippet ? `${heading}\n   ${snippet}` : heading;
}
