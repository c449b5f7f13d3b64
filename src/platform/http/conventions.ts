import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { limits } from '../../protocol/limits.js';
import { httpTexts } from '../../protocol/texts/http.js';
import { RefusedError, TooLargeError, TooManyError } from '../errors/office-error.js';
import type { TimeSlices } from '../process/time-slices.js';
import type { AccessPolicy } from './access-policy.js';
import { answerHeaders, setBrowserPolicy } from './answer-headers.js';
import { slashMissing } from './base-path.js';
import { unansweredOn } from './client-errors.js';
import { parseJsonObject } from './parse-json-object.js';

/** A supervisor learns that the service is alive however many requests wait. */
const probes = ['/livez', '/readyz'];

/** Of one connection: requests may follow each other without waiting (RFC 9112, 9.3.2), but not without end. */
const mostUnanswered = 100;

const noBytes = Buffer.alloc(0);

/**
 * What happens to every request before it is routed, in this order. One handler: each of a router's
 * costs every request a matching of its path.
 */
export function httpConventions(
  policy: AccessPolicy,
  slices: TimeSlices,
  basePath = '',
): RequestHandler {
  return (request, response, next) => {
    setAnswerHeaders(request, response, policy);
    replaceNul(request);
    if (request.method === 'OPTIONS') return void response.status(204).end();
    const page = slashMissing(request.url, basePath);
    if (page !== null) return void response.redirect(308, page);
    policy.admitRequest(request, request.path);
    if (unansweredOn(request.socket) > mostUnanswered) {
      throw new TooManyError(httpTexts.tooManyUnanswered(mostUnanswered));
    }
    return hasBody(request)
      ? waitOnceRead(request, slices, next)
      : waitForTurn(request, noBytes, slices, next);
  };
}

function setAnswerHeaders(request: Request, response: Response, policy: AccessPolicy): void {
  const headers = answerHeaders(request, policy);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  setBrowserPolicy(response, request.path);
  // Nothing is cached, so nothing is ever "not modified".
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
}

/** No store holds a NUL (see `storable`), so no id and no search has one. */
function replaceNul(request: Request): void {
  if (request.url.includes('%00')) request.url = request.url.replaceAll('%00', '%EF%BF%BD');
}

/** One announces itself by its length or its coding (RFC 9112, 6). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Its turn comes once the body has: parsing that takes time as well. */
async function waitOnceRead(
  request: Request,
  slices: TimeSlices,
  next: NextFunction,
): Promise<void> {
  const bytes = await readBody(request, limits.requestBodyBytes);
  if (bytes !== null) waitForTurn(request, bytes, slices, next);
}

function waitForTurn(
  request: Request,
  bytes: Buffer,
  slices: TimeSlices,
  next: NextFunction,
): void {
  const work = (): void => parseAndRoute(request, bytes, next);
  if (probes.includes(request.path)) work();
  else slices.begin(request.socket, work);
}

/**
 * Whatever the content type claims, a body is JSON in UTF-8 or it is refused. A read whose connection
 * was cut while it waited is left out; what writes came whole, so it is carried out.
 */
function parseAndRoute(request: Request, bytes: Buffer, next: NextFunction): void {
  const reads = isRead(request.method);
  if (reads && request.socket.destroyed) return;
  request.body = parseJsonObject(reads ? noBytes : bytes);
  if (request.body === null) next(new RefusedError(httpTexts.invalidJson));
  else next();
}

/** A read has no body; one that is sent nevertheless is only held to the limit. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Reads a request's body, counting while it comes in. Rejects with a TooLargeError as soon as the
 * limit is passed: what is still to come is read and thrown away, so that the answer reaches a
 * client that is still sending. Where the answer ends the connection it waits for the rest, since a
 * client that writes into a closed connection loses the answer. Not `body-parser`, which refuses a
 * body only when all of it has come in. Null when the client went away
 * first.
 */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (settle: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      settle();
    };
    const refuse = (): void => {
      finish(() => {
        const rest = endsConnection(request) ? restRead(request) : Promise.resolve();
        void rest.then(() => reject(new TooLargeError(httpTexts.bodyTooLarge)));
      });
      request.resume();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse();
      else chunks.push(chunk);
    };
    const onEnd = (): void => finish(() => resolve(Buffer.concat(chunks)));
    const onGone = (): void => finish(() => resolve(null));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) refuse();
  });
}

/** A client that stops sending for so long, ms, waits for the answer. */
const silence = 500;

/** Resolves once the rest has come in, or the client has fallen silent or gone away. */
function restRead(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, silence);
    const onData = (): unknown => timer.refresh();
    request.on('data', onData).on('end', done).on('close', done);

    function done(): void {
      clearTimeout(timer);
      request.off('data', onData).off('end', done).off('close', done);
      request.resume();
      resolve();
    }
  });
}

function endsConnection({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? '';
  return connection.includes('close') || (httpVersion === '1.0' && connection !== 'keep-alive');
}
