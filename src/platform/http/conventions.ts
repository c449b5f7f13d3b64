import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { limits } from '../../protocol/limits.js';
import { httpTexts } from '../../protocol/texts/http.js';
import type { SecurityConfig } from '../config/office-config.js';
import { RefusedError } from '../errors/office-error.js';
import type { TimeSlices } from '../process/time-slices.js';
import { AccessPolicy } from './access-policy.js';
import { answerHeaders } from './answer-headers.js';
import { setBrowserPolicy } from './browser-policy.js';
import { parseJsonObject } from './parse-json-object.js';
import { readBody } from './read-body.js';

/** A supervisor learns that the service is alive however many requests wait. */
const probes = ['/livez', '/readyz'];

const noBytes = Buffer.alloc(0);

/**
 * What happens to every request before it is routed, in this order (behaviour-server.md 1.1). One
 * handler: each of a router's costs every request a matching of its path.
 */
export function httpConventions(security: SecurityConfig, slices: TimeSlices): RequestHandler {
  const policy = new AccessPolicy(security);
  return (request, response, next) => {
    setAnswerHeaders(request, response, security);
    replaceNul(request);
    if (request.method === 'OPTIONS') return void response.status(204).end();
    policy.admitRequest(request, request.path);
    // Its turn comes once the body has: parsing that takes time as well.
    if (hasBody(request)) return carryOutOnceRead(request, slices, next);
    if (probes.includes(request.path)) return goOn(request, noBytes, next);
    slices.begin(request.socket, () => goOn(request, noBytes, next));
  };
}

function setAnswerHeaders(request: Request, response: Response, security: SecurityConfig): void {
  const headers = answerHeaders(request.headers, security);
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

async function carryOutOnceRead(
  request: Request,
  slices: TimeSlices,
  next: NextFunction,
): Promise<void> {
  const bytes = await readBody(request, limits.requestBodyBytes);
  if (bytes !== null) slices.begin(request.socket, () => goOn(request, bytes, next));
}

/** Whatever the content type claims, a body is JSON in UTF-8 or it is refused. */
function goOn(request: Request, bytes: Buffer, next: NextFunction): void {
  // The client went away while its request waited.
  if (request.socket.destroyed) return;
  request.body = parseJsonObject(isRead(request.method) ? noBytes : bytes);
  if (request.body === null) next(new RefusedError(httpTexts.invalidJson));
  else next();
}

/** A read has no body; one that is sent nevertheless is only held to the limit. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
