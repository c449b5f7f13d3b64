import { AddressRefusedError } from '../../platform/net/fetch-errors.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { messageOf, OfficeError } from '../../platform/errors/office-error.js';
import { FetchRefusedError } from '../../platform/net/fetch-errors.js';
import { clip } from '../../platform/text/clip.js';
import { webTexts } from '../../protocol/texts.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { Tool, ToolResult } from '../tool.js';
import { pageText } from './page-text.js';
import { maxPageBytes, webToolBounds } from './web-page.js';
import type { PageFetcher } from './web-page.js';

const maxCharacters = 20_000;

interface WebFetchArguments {
  readonly url: string;
}

export function webFetchTool(fetcher: PageFetcher): Tool {
  return builtInTool<WebFetchArguments>({
    name: 'web_fetch',
    description: 'Read a page of the public internet as text.',
    required: ['url'],
    properties: { url: { type: 'string', minLength: 1, description: 'An http or https address.' } },
    readOnly: true,
    run: async ({ url }, { signal }) => {
      try {
        return describe(await fetcher.get(url, webToolBounds(signal)));
      } catch (error) {
        return failure(refusalOf(url, error));
      }
    },
  });
}

function describe(page: FetchedPage): ToolResult {
  const status = `Status: ${page.status} ${page.statusText}`.trimEnd();
  const text = pageText(page) ?? webTexts.notText(page.contentType, page.body.length);
  const body = clip(text, maxCharacters, `\n${webTexts.cutAtCharacters(maxCharacters)}`);
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
