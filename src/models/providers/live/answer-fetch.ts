import { readCapped } from '#platform/net/read-capped.js';
import { reportInText } from './provider-report.js';
import type { ProviderReport } from './provider-report.js';

/** The provider accepted the request and its answer begins; bypasses the SDK's own reader. */
export class Answered extends Error {
  constructor(readonly response: Response) {
    super('the answer is read by our own readers');
    this.name = 'Answered';
  }
}

/** Limit of a body that is read completely, bytes. */
const mostBytes = 32 * 1024 * 1024;

/** A response with status 200 whose body is an error. */
export class ReportedError extends Error {
  constructor(readonly report: ProviderReport) {
    super(report.message);
    this.name = 'ReportedError';
  }
}

/** `fetch` without redirects, which would send the key to an address that is not configured. */
const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

/**
 * `fetch` for a body that the SDK reads.
 * @throws ReportedError if a body with status 200 is an error
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
 * `fetch` for a model's answer: refusals go to the SDK.
 * @throws Answered for everything else
 */
export const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await fetchDirectly(input, init);
  if (response.ok) throw new Answered(response);
  return response;
};
