import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { isObject } from 'class-validator';
import type { Request } from 'express';
import { httpTexts } from '../../protocol/texts/http.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { ForbiddenError } from '../errors/office-error.js';
import { isOwnChild } from '../process/own-children.js';
import { AccessPolicy } from './access-policy.js';
import { operationOf } from './rights.guard.js';

type Given = Readonly<Record<string, unknown>>;

/**
 * Whether an operation widens rights, starts programs or takes work out of the office: always,
 * never, or by its unchecked body. Pages of origins that nobody has allowed may not do it.
 */
export type Widening = boolean | ((given: Given) => boolean);

const wideningKey = Symbol('widening of rights');

/** Classifies a socket command, or a route that changes something. Without it, it widens rights. */
export function WidensRights(widening: Widening): MethodDecorator {
  return SetMetadata(wideningKey, widening);
}

/** Undefined: not classified. */
export function wideningOf(handler: object): Widening | undefined {
  return Reflect.getMetadata(wideningKey, handler) as Widening | undefined;
}

/** @param given a body as sent, or a part of one; anything but an object counts as empty */
export function widensRights(widening: Widening | undefined, given: unknown): boolean {
  if (typeof widening !== 'function') return widening ?? true;
  return widening(isObject<Given>(given) ? given : {});
}

/** True if the body gives any other field than these. */
export function givesMoreThan(...fields: readonly string[]): Widening {
  return (given) => Object.keys(given).some((field) => !fields.includes(field));
}

const reads = ['GET', 'HEAD'];

/** Refuses changes by programs that this service started, and pages that may not widen rights. */
@Injectable()
export class WideningRightsGuard implements CanActivate {
  constructor(
    private readonly policy: AccessPolicy,
    private readonly audit: AuditTrail,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (reads.includes(request.method)) return true;
    const operation = operationOf(context.getClass(), context.getHandler());
    const check = (): Promise<void> => this.admit(request, wideningOf(context.getHandler()));
    const deed = { operation, given: request.params };
    await this.audit.checked(deed, check, this.policy.actorOf(request));
    return true;
  }

  /** @throws ForbiddenError */
  private async admit(request: Request, widening: Widening | undefined): Promise<void> {
    if (await isOwnChild(request.socket)) throw new ForbiddenError(httpTexts.startedHere);
    if (widensRights(widening, request.body)) this.policy.admitWidening(request);
  }
}
