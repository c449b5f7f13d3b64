import { AddressRefusedError, FetchRefusedError } from '../../platform/net/fetch-errors.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { webTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { textPage, withCursor } from '../results/result-pages.js';
import type { Tool, ToolResult } from '../tool.js';
import { decodePage } from './decode-page.js';
import { maxPageBytes, webToolBounds } from './web-page.js';
import type { PageFetcher } from './web-page.js';
import { readablePage, readingTimeMs } from './readable-page.js';

interface WebFetchArguments {
  readonly url: string;
  readonly offset: number;
}

export function webFetchTool(fetcher: PageFetcher): Tool {
  return builtInTool<WebFetchArguments>({
    name: 'web_fetch',
    description: 'Read a page of the public internet as Markdown, by pages.',
    required: ['url'],
    properties: {
      url: { type: 'string', minLength: 1 },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
      },
    },
    readOnly: true,
    run: async ({ url, offset }, { signal }) => {
      try {
        const page = await fetcher.get(url, webToolBounds(signal));
        return describe(page, await pageText(page, signal), offset);
      } catch (error) {
        return failure(refusalOf(url, error));
      }
    },
  });
}

function describe(page: FetchedPage, text: string, offset: number): ToolResult {
  const status = `Status: ${page.status} ${page.statusText}`.trimEnd();
  const isPast = offset > 0 && offset >= text.length;
  const body = isPast ? resultTexts.nothingFrom(offset) : withCursor(textPage(text, offset));
  const note = page.truncated ? `\n${webTexts.cutAtBytes(maxPageBytes)}` : '';
  return {
    ok: page.status >= 200 && page.status < 300,
    content: `${status}\nFinal URL: ${page.url}\n\n${body}${note}`,
    preview: `${page.status} ${page.url}`,
  };
}

function refusalOf(url: string, error: unknown): string {
  if (error instanceof AddressRefusedError) return webTexts.fetchRefused(url, error.message);
  if (error instanceof FetchRefusedError) return error.message;
  if (error instanceof OfficeError) return webTexts.fetchFailed(url, messageOf(error));
  throw error;
}

/** The text of a page of any type, or why there is none. */
async function pageText(page: FetchedPage, signal: AbortSignal): Promise<string> {
  const { body, contentType, url } = page;
  const text = decodePage(page);
  if (text === null) return webTexts.notText(contentType, body.length);
  if (!/\bx?html\b/i.test(contentType)) return text.trim();
  return (await readablePage({ html: text, url }, signal)) ?? webTexts.unreadable(readingTimeMs);
}
