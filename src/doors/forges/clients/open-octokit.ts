import type { Octokit } from '@octokit/core';
import { z } from 'zod';
import { innermostMessage } from '#platform/errors/error-text.js';
import { clip } from '#platform/text/clip.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgePlace } from './forge-client.js';
import { ForgeError, retryIn } from './forge-error.js';
import type { ForgeTools } from './forge-fetch.js';
import { askingConditionally } from './kept-answers.js';

const agent = 'office-orchestration-service';
const messageCharacters = 300;

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
    request: { fetch: askingConditionally(fetch) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  octokit.hook.error('request', (thrown) => {
    throw failureOf(thrown, clock.now());
  });
  return octokit;
}

function apiOf(kind: ForgePlace['kind'], url: string): string {
  if (kind === 'gitea') return `${url}/api/v1`;
  return url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;
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
