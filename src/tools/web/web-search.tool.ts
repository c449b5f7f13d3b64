import { Parser } from 'htmlparser2';
import { OfficeError } from '../../platform/errors/office-error.js';
import { webTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { Tool } from '../tool.js';
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
          foreign: [{ kind: 'search', name: query }],
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

interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

type Field = 'title' | 'snippet';

interface Draft {
  readonly href: string;
  title: string;
  snippet: string;
}

/**
 * Results of DuckDuckGo's plain HTML page, without advertisements. Empty if the page has changed.
 */
export function searchResults(html: string): readonly SearchResult[] {
  const drafts: Draft[] = [];
  let field: Field | undefined;
  let depth = 0;
  const parser = new Parser({
    onopentag: (_name, { class: classes = '', href = '' }) => {
      if (field) depth += 1;
      else {
        field = fieldOf(classes);
        if (field === 'title') drafts.push({ href, title: '', snippet: '' });
      }
    },
    onclosetag: () => {
      if (!field) return;
      if (depth === 0) field = undefined;
      else depth -= 1;
    },
    ontext: (text) => {
      const draft = drafts.at(-1);
      if (field && draft) draft[field] += text;
    },
  });
  parser.end(html);
  return drafts.flatMap((draft) => resultOf(draft) ?? []);
}

function fieldOf(classes: string): Field | undefined {
  const names = classes.split(/\s+/);
  if (names.includes('result__a')) return 'title';
  return names.includes('result__snippet') ? 'snippet' : undefined;
}

function resultOf({ href, title, snippet }: Draft): SearchResult | undefined {
  const url = targetOf(href);
  const words = oneLine(title);
  return url && words ? { title: words, url, snippet: oneLine(snippet) } : undefined;
}

/** Results link through a redirect with the address; advertisements through another one. */
function targetOf(href: string): string | undefined {
  const base = 'https://duckduckgo.com/';
  if (!URL.canParse(href, base)) return undefined;
  const link = new URL(href, base);
  const carried = link.pathname === '/l/' ? link.searchParams.get('uddg') : link.href;
  if (!carried || !URL.canParse(carried)) return undefined;
  const target = new URL(carried);
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  return isWeb && target.pathname !== '/y.js' ? target.href : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
