import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { readingPosts } from '../../protocol/rules/rights-table.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { fieldsKnownTo } from '../validation/validate-shape.js';
import { operationOf } from './rights.guard.js';

/** Writes an entry of the audit log for every request that may change something. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: AuditTrail) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const operation = operationOf(context.getClass(), context.getHandler());
    if (readingPosts.includes(operation)) return next.handle();
    const deed = { operation, given: givenTo(context, request) };
    const work = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.audit.carryOut(deed, work));
  }
}

/**
 * The parameters of the route's path, else its body without fields that the route does not read.
 */
function givenTo(context: ExecutionContext, { params, body }: Request): object {
  if (Object.keys(params).length > 0) return params;
  const { prototype } = context.getClass() as { readonly prototype: object };
  const types: unknown = Reflect.getMetadata(
    'design:paramtypes',
    prototype,
    context.getHandler().name,
  );
  return fieldsKnownTo(Array.isArray(types) ? types : [], { ...(body as object) });
}
