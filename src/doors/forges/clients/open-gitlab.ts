import type { Gitlab } from '@gitbeaker/core';
import type { FormattedResponse, RequestOptions } from '@gitbeaker/requester-utils';
import { z } from 'zod';
import { innermostMessage } from '#platform/errors/error-text.js';
import { clip } from '#platform/text/clip.js';
import { parseForeignJson } from '#platform/text/foreign-json.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgePlace } from './forge-client.js';
import { ForgeError, retryIn } from './forge-error.js';
import type { ForgeFetch, ForgeTools } from './forge-fetch.js';

const messageCharacters = 300;

export type GitlabApi = Gitlab<false>;

/**
 * A client whose failures are `ForgeError`s. It sends each request once: the library's requester
 * repeats after a 502, which could write a note twice.
 */
export async function openGitlab(
  { url, token }: Pick<ForgePlace, 'url' | 'token'>,
  tools: ForgeTools,
): Promise<GitlabApi> {
  const [{ Gitlab: Client }, { createRequesterFn }] = await Promise.all([
    import('@gitbeaker/core'),
    import('@gitbeaker/requester-utils'),
  ]);
  const requesterFn = createRequesterFn(
    (_, options) => Promise.resolve(options),
    (endpoint, options = {}) => send(endpoint, options, tools),
  );
  return new Client({ host: url, token, requesterFn });
}

async function send(
  endpoint: string,
  options: RequestOptions,
  { clock, fetch }: ForgeTools,
): Promise<FormattedResponse> {
  const { prefixUrl = '', searchParams = '', method = 'GET', headers = {}, body } = options;
  const address = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
  address.search = searchParams;
  const asked = { method, headers, ...(body && { body }) };
  const { response, text } = await answerOf(fetch, address, asked);
  const { status } = response;
  if (!response.ok) {
    const told = forgeTexts.answered(status, clip(saidIn(text), messageCharacters, '…'));
    const wait = retryIn(status, (name) => response.headers.get(name), clock.now());
    // A redirect does not prove that anything is gone.
    throw new ForgeError(told, status < 400 ? null : status, wait);
  }
  return {
    body: bodyOf(response, text),
    headers: Object.fromEntries(response.headers.entries()),
    status,
  };
}

interface Answered {
  readonly response: Response;
  readonly text: string;
}

async function answerOf(fetch: ForgeFetch, address: URL, asked: RequestInit): Promise<Answered> {
  try {
    const response = await fetch(address.href, asked);
    return { response, text: await response.text() };
  } catch (thrown) {
    throw new ForgeError(innermostMessage(thrown), null, null, { cause: thrown });
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

function bodyOf(response: Response, text: string): FormattedResponse['body'] {
  return isJson(response) && text !== ''
    ? (parseForeignJson(text) as FormattedResponse['body'])
    : text;
}

const said = z.looseObject({ error: z.unknown().optional(), message: z.unknown().optional() });

function saidIn(text: string): string {
  try {
    const { message, error } = said.parse(parseForeignJson(text));
    const told = message ?? error ?? text;
    return typeof told === 'string' ? told : JSON.stringify(told);
  } catch {
    return text;
  }
}
