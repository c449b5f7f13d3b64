import type { LoggerService } from '@nestjs/common';
import { messageOf } from '../errors/error-text.js';
import type { OfficeLogger, ScopedLogger } from './office-logger.js';

/** Contexts whose errors Nest also throws; the caller that started the application reports them. */
const bootFailures: readonly unknown[] = ['ExceptionHandler', 'NestApplication'];

/** Writes Nest's messages to the service's log, routine ones at level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: OfficeLogger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.scope(context).debug(messageOf(message));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.scope(context).debug(messageOf(message));
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.scope(context).debug(messageOf(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.scope(context).warn(messageOf(message));
  }

  error(message: unknown, ...stackAndContext: unknown[]): void {
    if (bootFailures.includes(stackAndContext.at(-1))) this.debug(message, ...stackAndContext);
    else this.scope(stackAndContext).error(messageOf(message), message);
  }

  fatal(message: unknown, ...stackAndContext: unknown[]): void {
    this.scope(stackAndContext).error(messageOf(message), message);
  }

  /** Nest passes the name of the logging class as the last argument. */
  private scope(context: readonly unknown[]): ScopedLogger {
    const speaker = context.at(-1);
    return this.logger.scope(typeof speaker === 'string' ? `nest/${speaker}` : 'nest');
  }
}
