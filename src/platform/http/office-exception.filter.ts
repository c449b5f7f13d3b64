import {
  BadRequestException,
  Catch,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { httpTexts } from '../../protocol/texts/http.js';
import { isStoreFailure, storeRefusal } from '../database/store-failure.js';
import { StoreOutages } from '../database/store-outages.js';
import { messageOf } from '../errors/error-text.js';
import {
  BrokenRulesError,
  ChallengedError,
  OfficeError,
  RefusedError,
  type ErrorKind,
} from '../errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';

/** HTTP status of each kind of refusal. */
export const refusalStatuses: Readonly<Record<ErrorKind, number>> = {
  refused: 400,
  forbidden: 403,
  'not-found': 404,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
};

interface Answer {
  readonly status: number;
  readonly error: string;
  /** What values must be, if the error does not say it. */
  readonly rules?: readonly string[];
  /** The field of the request that the error is about. */
  readonly field?: string;
}

/**
 * Converts anything thrown into the interface's answer: a refusal into its status and text, an
 * unknown path into the 404 for all paths, a transient failure of the store into 503, and anything
 * else into a logged 500.
 */
@Catch()
export class OfficeExceptionFilter implements ExceptionFilter {
  private readonly log: ScopedLogger;

  constructor(
    private readonly outages: StoreOutages,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('http');
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, ...body } = answerTo(thrown, request.path);
    if (isStoreFailure(thrown)) this.outages.refused(thrown);
    if (thrown instanceof ChallengedError && !response.headersSent) {
      response.setHeader('www-authenticate', thrown.challenge);
    }
    if (status === 500) {
      this.log.error(`${request.method} ${request.path} failed: ${messageOf(thrown)}`, thrown);
    }
    if (response.headersSent) response.end();
    else response.status(status).json(body);
  }
}

function answerTo(thrown: unknown, path: string): Answer {
  if (thrown instanceof ChallengedError) return { status: 401, error: thrown.message };
  if (thrown instanceof OfficeError) {
    const rules = thrown instanceof BrokenRulesError ? { rules: thrown.rules } : {};
    const status = refusalStatuses[thrown.kind];
    return { status, error: thrown.message, ...rules, ...fieldOf(thrown, path) };
  }
  if (isNoMatch(thrown)) return { status: 404, error: httpTexts.noEndpoint(path) };
  if (isStoreFailure(thrown)) return { status: 503, error: storeRefusal(thrown) };
  return { status: 500, error: httpTexts.internal };
}

/** Answers below `/api/` are fixed and name no field. */
function fieldOf(thrown: OfficeError, path: string): Pick<Answer, 'field'> {
  const field = thrown instanceof RefusedError ? thrown.field : undefined;
  return field === undefined || path.startsWith('/api/') ? {} : { field };
}

/** Nest found no route, or Express could not decode an id in the path. */
function isNoMatch(thrown: unknown): boolean {
  return (
    thrown instanceof NotFoundException ||
    (thrown instanceof BadRequestException && thrown.cause instanceof URIError)
  );
}
