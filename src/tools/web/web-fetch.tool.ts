import { isUtf8 } from 'node:buffer';
import { Parser } from 'htmlparser2';
import { AddressRefusedError, FetchRefusedError } from '../../platform/net/fetch-errors.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { webTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { textPage, withCursor } from '../results/result-pages.js';
import type { Tool, ToolResult, ApprovalAsk, ToolContext } from '../tool.js';
import { maxPageBytes, webToolBounds, type PageFetcher } from './web-page.js';
import { readablePage, readingTimeMs } from './readable-page.js';
import { foreignTexts } from '../../protocol/texts/foreign.js';
import { afterForeign } from '../after-foreign.js';
import { withPersonsWord } from '../declined.js';
import { summaryLine } from '../summary-line.js';

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
    run: async ({ url, offset }, context) => {
      const { signal } = context;
      try {
        await admitHost(context, url);
        const onRedirect = (to: URL): Promise<void> => admitHost(context, to.href);
        const page = await fetcher.get(url, { ...webToolBounds(signal), onRedirect });
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
    foreign: [{ kind: 'page', name: page.url }],
  };
}

function refusalOf(url: string, error: unknown): string {
  if (error instanceof AddressRefusedError) return webTexts.fetchRefused(url, error.message);
  if (error instanceof FetchRefusedError) return error.message;
  if (error instanceof OfficeError) return webTexts.fetchFailed(url, messageOf(error));
  throw error;
}

/** Tells a browser where it may part a word. */
const softHyphen = '\u00ad';

/** The text of a page of any type, or why there is none. */
async function pageText(page: FetchedPage, signal: AbortSignal): Promise<string> {
  const { body, contentType, url } = page;
  const text = decodePage(page);
  if (text === null) return webTexts.notText(contentType, body.length);
  if (!/\bx?html\b/i.test(contentType)) return text.trim();
  const readable = await readablePage({ html: text, url }, signal);
  return readable?.replaceAll(softHyphen, '') ?? webTexts.unreadable(readingTimeMs);
}

/** Bytes searched for a page's declared encoding; browsers also look beyond the first 1024. */
const declaredWithin = 65_536;

const byteOrderMarks = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
] as const;

const markup = /^[^;]*\b(?:x?html|xml)\b/i;
const charset = /\bcharset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i;
const xmlEncoding = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** Decodes a page in its own encoding; null: binary. */
export function decodePage({
  body,
  contentType,
}: Pick<FetchedPage, 'body' | 'contentType'>): string | null {
  const encoding = encodingOf(body, contentType);
  const mayHoldNul = encoding.startsWith('utf-16');
  return body.includes(0) && !mayHoldNul ? null : new TextDecoder(encoding).decode(body);
}

/**
 * Determines a page's encoding like browsers: by byte order mark, header, the page's own
 * declaration, UTF-8 if it mostly is, else Windows-1252. Unknown labels are ignored. JSON is always
 * UTF-8. Not `html-encoding-sniffer`: it reads the first 1,024 bytes only.
 */
function encodingOf(body: Buffer, contentType: string): string {
  const marked = byteOrderMarks.find(([, mark]) => body.subarray(0, mark.length).equals(mark));
  if (marked !== undefined) return marked[0];
  if (isJson(contentType)) return 'utf-8';
  return (
    known(labelIn(charset, contentType)) ??
    (isMarkup(body, contentType) ? declaredIn(body) : undefined) ??
    (isMostlyUtf8(body) ? 'utf-8' : 'windows-1252')
  );
}

/** True for `application/json`, `application/problem+json` and the like. */
function isJson(contentType: string): boolean {
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const suffix = Math.max(type.lastIndexOf('/'), type.lastIndexOf('+'));
  return suffix >= 0 && type.slice(suffix).includes('json');
}

/** Without a type, judged by its beginning. */
function isMarkup(body: Buffer, contentType: string): boolean {
  return contentType === ''
    ? /^[\s\0]*</.test(body.toString('latin1', 0, 64))
    : markup.test(contentType);
}

/** The encoding declared in an XML declaration or a `meta` element. */
function declaredIn(body: Buffer): string | undefined {
  if (body[0] === 0x3c && body[1] === 0) return 'utf-16le';
  if (body[0] === 0 && body[1] === 0x3c) return 'utf-16be';
  const beginning = body.toString('latin1', 0, declaredWithin);
  return readable(known(labelIn(xmlEncoding, beginning))) ?? declaredInMeta(beginning);
}

/** The first element with a known encoding counts. */
function declaredInMeta(html: string): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag: (name, { charset: label, 'http-equiv': header = '', content = '' }) => {
      if (name !== 'meta' || found !== undefined) return;
      const isType = header.trim().toLowerCase() === 'content-type';
      found = readable(known(label ?? (isType ? labelIn(charset, content) : undefined)));
    },
  });
  parser.write(html);
  return found;
}

/** A declaration readable as ASCII cannot be in UTF-16, whatever it says. */
function readable(encoding: string | undefined): string | undefined {
  if (encoding?.startsWith('utf-16')) return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

function labelIn(pattern: RegExp, text: string): string | undefined {
  return pattern
    .exec(text)
    ?.slice(1)
    .find((label) => label !== undefined);
}

/** The encoding that a label stands for. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Tolerates a stray byte, or a character cut at the end. */
function isMostlyUtf8(body: Buffer): boolean {
  if (isUtf8(body)) return true;
  let [broken, whole] = [0, 0];
  for (const character of body.toString('utf8')) {
    if (character === '\ufffd') broken += 1;
    else if (character > '\x7f') whole += 1;
  }
  return whole > broken;
}

/**
 * After foreign text was read, lets a tool send requests to hosts that nobody named only if a
 * person allows it, for this call or for the run.
 * @throws FetchRefusedError if nobody allowed it
 */
async function admitHost(
  context: Pick<ToolContext, 'foreign' | 'namesHost' | 'requestApproval'>,
  address: string,
): Promise<void> {
  const question = hostQuestion(context, address);
  if (question === null) return;
  const answer = await context.requestApproval(question);
  if (answer.approved) return;
  throw new FetchRefusedError(withPersonsWord(foreignTexts.fetchDeclined(address), answer));
}

/** What a person is asked before a request; null: nothing. */
function hostQuestion(
  { foreign = [], namesHost }: Pick<ToolContext, 'foreign' | 'namesHost'>,
  address: string,
): ApprovalAsk | null {
  if (foreign.length === 0 || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (namesHost?.(url) === true) return null;
  return afterForeign(
    {
      kind: 'network',
      summary: summaryLine(foreignTexts.summary(url.href)),
      detail: foreignTexts.fetchDetail(url.href),
      covers: foreignTexts.fetchCovers(url.host),
      touches: foreignTexts.fetchTouches,
    },
    foreign,
  );
}
