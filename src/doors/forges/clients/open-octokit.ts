import type { Octokit } from '@octokit/core';
import { z } from 'zod';
import { innermostMessage } from '#platform/errors/error-text.js';
import { clip } from '#platform/text/clip.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgePlace } from './forge-client.js';
import { ForgeError, retryIn } from './forge-error.js';
import type { ForgeTools } from './forge-fetch.js';

const agent = 'office-orchestration-service';
const messageCharacters = 300;
/** Answers kept for conditional requests, which do not count against the rate limit. */
const keptAnswers = 200;

const refusal = z.looseObject({
  status: z.number(),
  response: z.looseObject({ headers: z.record(z.string(), z.unknown()) }).optional(),
});

/** A client whose failures are `ForgeError`s, and which requests known answers conditionally. */
export async function openOctokit(
  { kind, url, token }: ForgePlace,
  { clock, fetch }: ForgeTools,
): Promise<Octokit> {
  const { Octokit: Client } = await import('@octokit/core');
  const octokit = new Client({
    auth: token,
    baseUrl: apiOf(kind, url),
    userAgent: agent,
    request: { fetch },
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

function ignore(): void {
  // Logs nothing, because every failure is thrown.
}
