import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { limits } from '../../protocol/limits.js';
import { httpTexts } from '../../protocol/texts/http.js';
import { RefusedError, TooLargeError, TooManyError } from '../errors/office-error.js';
import { runAs } from '../actors/actor.js';
import type { TimeSlices } from '../process/time-slices.js';
import type { AccessPolicy } from './access-policy.js';
import { answerHeaders, setBrowserPolicy } from './answer-headers.js';
import { slashMissing } from './base-path.js';
import { unansweredOn } from './client-errors.js';
import { parseJsonObject } from './parse-json-object.js';
import { isSignedPath, keepRawBody, signedBodyBytes } from './raw-body.js';
import { storable } from '../text/storable.js';

/** True if the body is the form of an approval's page, which has no script. */
function isAnswerForm({ headers, url = '' }: IncomingMessage): boolean {
  const type = headers['content-type']?.toLowerCase() ?? '';
  return url.startsWith('/answers/') && type.startsWith('application/x-www-form-urlencoded');
}

/** The fields of a form; the last value of a repeated field. */
function parseForm(bytes: Uint8Array): Record<string, unknown> {
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  return Object.fromEntries([...form].map(([name, value]) => [name, storable(value)]));
}

/** Exempt from waiting, so that a supervisor is answered however many requests wait. */
const probes = ['/livez', '/readyz'];

/** Pipelined requests per connection (RFC 9112, 9.3.2). */
const mostUnanswered = 100;

const noBytes = Buffer.alloc(0);

/**
 * Everything that happens to a request before routing, in this order. A single handler, because a
 * router matches paths for each of its handlers.
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
    const route = (thrown?: unknown): void => {
      runAs(policy.actorOf(request), () => next(thrown));
    };
    return hasBody(request)
      ? waitOnceRead(request, slices, route)
      : waitForTurn(request, noBytes, slices, route);
  };
}

function setAnswerHeaders(request: Request, response: Response, policy: AccessPolicy): void {
  const headers = answerHeaders(request, policy);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  setBrowserPolicy(response, request.path);
  // Answers are never cached, so none is ever "not modified".
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];
}

/** Ids and searches never contain NUL, because no store holds one (see `storable`). */
function replaceNul(request: Request): void {
  if (request.url.includes('%00')) request.url = request.url.replaceAll('%00', '%EF%BF%BD');
}

/** A body is announced by its length or its transfer coding (RFC 9112, 6). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Takes its turn after the body was read, because parsing takes time too. */
async function waitOnceRead(
  request: Request,
  slices: TimeSlices,
  next: NextFunction,
): Promise<void> {
  const isSigned = isSignedPath(request.path);
  const bytes = await readBody(request, isSigned ? signedBodyBytes : limits.requestBodyBytes);
  if (bytes !== null && isSigned) keepRawBody(request, bytes);
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
 * A body must be JSON in UTF-8, whatever its content type, except for the form of an approval's
 * page. A read whose connection was lost while it waited is dropped; a write arrived completely and
 * is carried out.
 */
function parseAndRoute(request: Request, bytes: Buffer, next: NextFunction): void {
  const reads = isRead(request.method);
  if (reads && request.socket.destroyed) return;
  const isForm = !reads && isAnswerForm(request);
  request.body = isForm ? parseForm(bytes) : parseJsonObject(reads ? noBytes : bytes);
  if (request.body === null) next(new RefusedError(httpTexts.invalidJson));
  else next();
}

/** Reads have no body; one that is sent only has to respect the size limit. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Reads a request's body. Rejects with a TooLargeError as soon as the limit is passed; the rest is
 * read and dropped, so that the answer reaches a client that is still sending. If the answer ends
 * the connection it waits for the rest, because a client that writes to a closed connection loses
 * the answer. Not `body-parser`, which refuses a body only after reading all of it. Null if the
 * client left first.
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

/** Time without data after which a client counts as waiting for the answer, ms. */
const silence = 500;

/** Resolves when the rest has been read, or the client is silent or gone. */
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
