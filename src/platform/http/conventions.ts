import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { limits } from '../../protocol/limits.js';
import { httpTexts } from '../../protocol/texts/http.js';
import { RefusedError, TooManyError } from '../errors/office-error.js';
import type { TimeSlices } from '../process/time-slices.js';
import type { AccessPolicy } from './access-policy.js';
import { answerHeaders } from './answer-headers.js';
import { slashMissing } from './base-path.js';
import { setBrowserPolicy } from './browser-policy.js';
import { parseJsonObject } from './parse-json-object.js';
import { readBody } from './read-body.js';
import { unansweredOn } from './unanswered-requests.js';

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
    return hasBody(request)
      ? waitOnceRead(request, slices, next)
      : waitForTurn(request, noBytes, slices, next);
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
 * A body must be JSON in UTF-8, whatever its content type. A read whose connection was lost while
 * it waited is dropped; a write arrived completely and is carried out.
 */
function parseAndRoute(request: Request, bytes: Buffer, next: NextFunction): void {
  const reads = isRead(request.method);
  if (reads && request.socket.destroyed) return;
  request.body = parseJsonObject(reads ? noBytes : bytes);
  if (request.body === null) next(new RefusedError(httpTexts.invalidJson));
  else next();
}

/** Reads have no body; one that is sent only has to respect the size limit. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
