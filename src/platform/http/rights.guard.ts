import { type CanActivate, type ExecutionContext, Injectable, RequestMethod } from '@nestjs/common';
import type { Request } from 'express';
import { rightsForRoute } from '../../protocol/rules/rights-table.js';
import { requireRightOf } from '../actors/actors.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { AccessPolicy } from './access-policy.js';

/** Method and path of a route as its controller says them: `POST api/submit`. */
export function operationOf(controller: object, handler: object): string {
  const verb = Reflect.getMetadata('method', handler) as RequestMethod;
  const parts = [controller, handler].map((part) => Reflect.getMetadata('path', part) as string);
  const path = parts.filter((part) => part !== '/').join('/');
  return `${RequestMethod[verb]} ${path.replace(/^\//, '')}`;
}

/** Refuses callers whose token lacks what the table of rights demands of the route. */
@Injectable()
export class RightsGuard implements CanActivate {
  constructor(
    private readonly policy: AccessPolicy,
    private readonly audit: AuditTrail,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const actor = this.policy.actorOf(request);
    const operation = operationOf(context.getClass(), context.getHandler());
    const check = (): void => requireRightOf(actor, ...rightsForRoute(operation));
    await this.audit.checked({ operation, given: request.params }, check, actor);
    return true;
  }
}
