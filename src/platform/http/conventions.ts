import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { limits } from '../../protocol/limits.js';
import { httpTexts } from '../../protocol/texts/http.js';
import type { SecurityConfig } from '../config/office-config.js';
import { RefusedError } from '../errors/office-error.js';
import { AccessPolicy } from './access-policy.js';
import { answerHeaders } from './answer-headers.js';
import { setBrowserPolicy } from './browser-policy.js';
import { parseJsonObject } from './parse-json-object.js';
import { readBody } from './read-body.js';

/**
 * What happens to every request before it is routed, in this order (behaviour-server.md 1.1). One
 * handler: each of a router's costs every request a matching of its path.
 */
export function httpConventions(security: SecurityConfig): RequestHandler {
  const policy = new AccessPolicy(security);
  return (request, response, next) => {
    setAnswerHeaders(request, response, security);
    replaceNul(request);
    if (request.method === 'OPTIONS') return void response.status(204).end();
    policy.admitRequest(request, request.path);
    return takeBody(request, next);
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

/** Whatever the content type claims, a body is JSON in UTF-8 or it is refused. */
function takeBody(request: Request, next: NextFunction): void | Promise<void> {
  if (hasBody(request)) return readJson(request, next);
  request.body = {};
  next();
}

async function readJson(request: Request, next: NextFunction): Promise<void> {
  const bytes = await readBody(request, limits.requestBodyBytes);
  if (bytes === null) return;
  request.body = parseJsonObject(isRead(request.method) ? Buffer.alloc(0) : bytes);
  if (request.body === null) throw new RefusedError(httpTexts.invalidJson);
  next();
}

/** A read has no body; one that is sent nevertheless is only held to the limit. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
