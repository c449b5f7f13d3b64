import type { Octokit } from '@octokit/core';
import { z } from 'zod';
import type { Clock } from '#platform/clock.js';
import { innermostMessage } from '#platform/errors/error-text.js';
import { clip } from '#platform/text/clip.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgePlace } from './forge-client.js';
import { ForgeError, retryIn } from './forge-error.js';
import { answerMs, bytesOf } from './read-answer.js';

const agent = 'office-orchestration-service';
const messageCharacters = 300;
/** Answers kept to be asked for conditionally, which costs nothing of the limit. */
const keptAnswers = 200;

const refusal = z.looseObject({
  status: z.number(),
  response: z.looseObject({ headers: z.record(z.string(), z.unknown()) }).optional(),
});

/** A client whose failures are `ForgeError`s, and which asks conditionally for what it has read. */
export async function openOctokit(
  { kind, url, token }: ForgePlace,
  clock: Clock,
): Promise<Octokit> {
  const { Octokit: Client } = await import('@octokit/core');
  const octokit = new Client({
    auth: token,
    baseUrl: apiOf(kind, url),
    userAgent: agent,
    request: { fetch: bounded },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const kept = new Map<string, { readonly etag: string; readonly answer: unknown }>();
  octokit.hook.wrap('request', async (request, options) => {
    const key = options.method === 'GET' ? JSON.stringify(octokit.request.endpoint(options)) : null;
    const known = key === null ? undefined : kept.get(key);
    if (known !== undefined) options.headers['if-none-match'] = known.etag;
    try {
      const answer = await request(options);
      const { etag } = answer.headers;
      if (key !== null && etag !== undefined) keep(kept, key, { etag, answer });
      return answer;
    } catch (thrown) {
      const failure = failureOf(thrown, clock.now());
      if (failure.status === 304 && known !== undefined) return known.answer as never;
      throw failure;
    }
  });
  return octokit;
}

function apiOf(kind: ForgePlace['kind'], url: string): string {
  if (kind === 'gitea') return `${url}/api/v1`;
  return url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest);
}

function failureOf(thrown: unknown, now: number): ForgeError {
  const { data } = refusal.safeParse(thrown);
  const message = clip(innermostMessage(thrown), messageCharacters, '…');
  if (data?.response === undefined) return new ForgeError(message, null, null, { cause: thrown });
  const { headers } = data.response;
  const headerOf = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const told = forgeTexts.answered(data.status, message);
  const wait = retryIn(data.status, headerOf, now);
  return new ForgeError(told, data.status, wait, { cause: thrown });
}

/**
 * Follows a repository that was renamed once, and reads logs at other hosts without the token. What
 * writes is not sent again elsewhere, as `fetch` would send it as something that reads.
 */
async function bounded(url: string, options: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(answerMs);
  const asked: RequestInit = { ...options, signal, redirect: 'manual' };
  let response = await fetch(url, asked);
  const next = placeNamedIn(response, url);
  if (next !== null && (options.method ?? 'GET') === 'GET') {
    const isSame = next.origin === new URL(url).origin;
    response = await fetch(next, isSame ? asked : { signal });
  }
  if (placeNamedIn(response, url) !== null) throw new Error(forgeTexts.movedTo(url));
  if (response.body === null) return response;
  const { status, headers } = response;
  return new Response(await bytesOf(response), { status, headers });
}

function placeNamedIn({ status, headers }: Response, from: string): URL | null {
  const place = headers.get('location');
  return place !== null && [301, 302, 303, 307, 308].includes(status)
    ? URL.parse(place, from)
    : null;
}

function ignore(): void {
  // Every failure is thrown.
}
