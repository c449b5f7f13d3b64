import type { Gitlab } from '@gitbeaker/core';
import type { FormattedResponse, RequestOptions } from '@gitbeaker/requester-utils';
import { z } from 'zod';
import type { Clock } from '#platform/clock.js';
import { innermostMessage } from '#platform/errors/error-text.js';
import { clip } from '#platform/text/clip.js';
import { parseForeignJson } from '#platform/text/foreign-json.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgePlace } from './forge-client.js';
import { ForgeError, retryIn } from './forge-error.js';
import { answerMs, bytesOf } from './read-answer.js';

const messageCharacters = 300;

export type GitlabApi = Gitlab<false>;

/**
 * A client whose failures are `ForgeError`s. It sends everything once: the client's own requester
 * repeats after a 502, and a note that was written before it would be written twice.
 */
export async function openGitlab(
  { url, token }: Pick<ForgePlace, 'url' | 'token'>,
  clock: Clock,
): Promise<GitlabApi> {
  const [{ Gitlab: Client }, { createRequesterFn }] = await Promise.all([
    import('@gitbeaker/core'),
    import('@gitbeaker/requester-utils'),
  ]);
  const requesterFn = createRequesterFn(
    (_, options) => Promise.resolve(options),
    (endpoint, options = {}) => send(endpoint, options, clock),
  );
  return new Client({ host: url, token, requesterFn });
}

async function send(
  endpoint: string,
  options: RequestOptions,
  clock: Clock,
): Promise<FormattedResponse> {
  const { prefixUrl = '', searchParams = '', method = 'GET', headers = {}, body } = options;
  const address = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
  address.search = searchParams;
  const asked = { method, headers, ...(body && { body }) };
  const { response, text } = await answerOf(address, asked);
  const { status } = response;
  if (!response.ok) {
    const told = forgeTexts.answered(status, clip(saidIn(text), messageCharacters, '…'));
    const wait = retryIn(status, (name) => response.headers.get(name), clock.now());
    // Where it points elsewhere, nothing is known to be gone.
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

/** Follows a project that was renamed, once; the token is sent to no other host. */
async function answerOf(address: URL, asked: RequestInit, isMoved = false): Promise<Answered> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    const response = await fetch(address, { ...asked, signal, redirect: 'manual' });
    const next = isMoved || asked.method !== 'GET' ? null : placeNamedIn(response, address);
    if (next !== null) return await answerOf(next, asked, true);
    return { response, text: (await bytesOf(response)).toString('utf8') };
  } catch (thrown) {
    if (thrown instanceof ForgeError) throw thrown;
    throw new ForgeError(innermostMessage(thrown), null, null, { cause: thrown });
  }
}

function placeNamedIn({ status, headers }: Response, from: URL): URL | null {
  const place = headers.get('location');
  if (status < 300 || status > 399 || place === null) return null;
  const next = URL.parse(place, from.href);
  return next?.origin === from.origin ? next : null;
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
