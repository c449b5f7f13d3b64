import { readCapped } from '#platform/net/read-capped.js';
import { reportInText } from './provider-report.js';
import type { ProviderReport } from './provider-report.js';

/** The vendor took the request, and its answer begins; the SDK's own reader is passed by. */
export class Answered extends Error {
  constructor(readonly response: Response) {
    super('the answer is read by our own readers');
    this.name = 'Answered';
  }
}

/** Most of a body that is read whole, bytes. */
const mostBytes = 32 * 1024 * 1024;

/** Status 200, and the body says that something went wrong. */
export class ReportedError extends Error {
  constructor(readonly report: ProviderReport) {
    super(report.message);
    this.name = 'ReportedError';
  }
}

/** `fetch` that follows no redirect: it would carry the key to an address that is not configured. */
const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

/**
 * `fetch` for a body that the SDK reads.
 * @throws ReportedError where a body with status 200 is an error
 */
export const fetchWhole: typeof fetch = async (input, init) => {
  const response = await fetchDirectly(input, init);
  if (!response.ok) return response;
  const { body } = await readCapped(response, mostBytes);
  const text = body.toString('utf8');
  const report = reportInText(text);
  if (report !== null) throw new ReportedError(report);
  return new Response(text, { status: response.status });
};

/**
 * `fetch` for an answer of a model: refusals go to the SDK.
 * @throws Answered for what is no refusal
 */
export const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await fetchDirectly(input, init);
  if (response.ok) throw new Answered(response);
  return response;
};
