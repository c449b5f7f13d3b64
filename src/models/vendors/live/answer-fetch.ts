import { readCapped } from '../../../platform/net/read-capped.js';
import { reportInText } from './vendor-report.js';
import type { VendorReport } from './vendor-report.js';

/** Most of an answer in one piece that is read, bytes. */
const mostBytes = 32 * 1024 * 1024;

/** Status 200, and the body says that something went wrong. */
export class ReportedError extends Error {
  constructor(
    readonly report: VendorReport,
    readonly refused: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ) {
    super(report.message);
    this.name = 'ReportedError';
  }
}

/** A stream was asked for, and the answer came in one piece. */
export class UnstreamedAnswer extends Error {
  constructor(readonly response: Response) {
    super('an answer in one piece where a stream was asked for');
    this.name = 'UnstreamedAnswer';
  }
}

/**
 * `fetch` for an answer in one piece. A redirect fails: it would carry the key to an address that is
 * not configured.
 * @throws ReportedError where a body with status 200 is an error
 */
export const fetchWhole: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.ok || !isJson(response)) return response;
  const { body } = await readCapped(response, mostBytes);
  const text = body.toString('utf8');
  const report = reportInText(text);
  const headers = Object.fromEntries(response.headers);
  if (report !== null) throw new ReportedError(report, { headers, body: text });
  const { 'content-encoding': _, 'content-length': __, ...kept } = headers;
  return new Response(text, { status: response.status, headers: kept });
};

/**
 * `fetch` for a stream.
 * @throws ReportedError as `fetchWhole` does, UnstreamedAnswer where the answer is no stream
 */
export const fetchStream: typeof fetch = async (input, init) => {
  const response = await fetchWhole(input, init);
  if (response.ok && isJson(response)) throw new UnstreamedAnswer(response);
  return response;
};

function isJson({ headers }: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');
}
