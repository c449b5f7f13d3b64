import { AddressRefusedError, FetchRefusedError } from '../../platform/net/fetch-errors.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { clip } from '../../platform/text/clip.js';
import { webTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { Tool, ToolResult } from '../tool.js';
import { maxPageBytes, webToolBounds } from './web-page.js';
import type { PageFetcher } from './web-page.js';
import { readablePage, readingTimeMs } from './readable-page.js';

const maxCharacters = 20_000;

interface WebFetchArguments {
  readonly url: string;
}

export function webFetchTool(fetcher: PageFetcher): Tool {
  return builtInTool<WebFetchArguments>({
    name: 'web_fetch',
    description: 'Read a page of the public internet; HTML comes as Markdown.',
    required: ['url'],
    properties: { url: { type: 'string', minLength: 1, description: 'An http or https address.' } },
    readOnly: true,
    run: async ({ url }, { signal }) => {
      try {
        return await describe(await fetcher.get(url, webToolBounds(signal)), signal);
      } catch (error) {
        return failure(refusalOf(url, error));
      }
    },
  });
}

async function describe(page: FetchedPage, signal: AbortSignal): Promise<ToolResult> {
  const status = `Status: ${page.status} ${page.statusText}`.trimEnd();
  const text = await pageText(page, signal);
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

/** The text of a page, of whatever kind it is, or why there is none. */
async function pageText(page: FetchedPage, signal: AbortSignal): Promise<string> {
  const { body, contentType, url } = page;
  const text = textOf(page);
  if (text === null) return webTexts.notText(contentType, body.length);
  if (!/\bx?html\b/i.test(contentType)) return text.trim();
  return (await readablePage({ html: text, url }, signal)) ?? webTexts.unreadable(readingTimeMs);
}

/** Null when it is no text. */
function textOf({ body, contentType }: FetchedPage): string | null {
  if (body.includes(0) && !/charset=utf-16/i.test(contentType)) return null;
  return decode(body, contentType);
}

function decode(body: Buffer, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}
