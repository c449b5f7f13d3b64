import type { RequestHandler } from 'express';
import { limits } from '../../protocol/limits.js';
import { httpTexts } from '../../protocol/texts/http.js';
import type { SecurityConfig } from '../config/office-config.js';
import { RefusedError } from '../errors/office-error.js';
import { AccessPolicy } from './access-policy.js';
import { answerHeaders } from './answer-headers.js';
import { setBrowserPolicy } from './browser-policy.js';
import { parseJsonObject } from './parse-json-object.js';
import { readBody } from './read-body.js';

/** What happens to every request before it is routed, in this order (behaviour-server.md 1.1). */
export function httpConventions(security: SecurityConfig): readonly RequestHandler[] {
  return [
    setAnswerHeaders(security),
    replaceNul,
    answerPreflight,
    admit(new AccessPolicy(security)),
    takeBody,
  ];
}

function setAnswerHeaders(security: SecurityConfig): RequestHandler {
  return (request, response, next) => {
    response.set(answerHeaders(request.headers, security));
    setBrowserPolicy(request, response, request.path);
    // Nothing is cached, so nothing is ever "not modified".
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    next();
  };
}

/** No store holds a NUL (see `storable`), so no id and no search has one. */
const replaceNul: RequestHandler = (request, _response, next) => {
  request.url = request.url.replaceAll('%00', '%EF%BF%BD');
  next();
};

const answerPreflight: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
};

function admit(policy: AccessPolicy): RequestHandler {
  return (request, _response, next) => {
    policy.admitRequest(request, request.path);
    next();
  };
}

/** Whatever the content type claims, a body is JSON in UTF-8 or it is refused. */
const takeBody: RequestHandler = async (request, _response, next) => {
  const bytes = await readBody(request, limits.requestBodyBytes);
  if (bytes === null) return;
  request.body = parseJsonObject(isRead(request.method) ? Buffer.alloc(0) : bytes);
  if (request.body === null) throw new RefusedError(httpTexts.invalidJson);
  next();
};

/** A read has no body; one that is sent nevertheless is only held to the limit. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
