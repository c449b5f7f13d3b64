import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Actors } from '../../platform/actors/actors.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { AccessPolicy } from '../../platform/http/access-policy.js';
import { OpenAnswers } from '../../platform/http/open-answers.js';
import { clampedLimit, queryText } from '../../platform/http/query-parameters.js';
import { Operation, refused } from '../../platform/openapi/operation.js';
import type { Access, AuditEntry, AuditPage } from '../../protocol/records/access.js';
import { rights } from '../../protocol/rights.js';
import { auditTexts } from '../../protocol/texts/rights.js';
import { KnownTokens } from './known-tokens-projection.js';
import { SignInConfig } from './sign-in-config.js';

const pageLimits = { default: 100, max: 500 } as const;

/** Callers known to the office, and their actions. Outside `/api/`, whose operations are fixed. */
@ApiTags('access')
@Controller()
export class AccessController {
  constructor(
    private readonly actors: Actors,
    private readonly policy: AccessPolicy,
    private readonly known: KnownTokens,
    private readonly signIn: SignInConfig,
    private readonly log: AuditLog,
    private readonly answers: OpenAnswers,
  ) {}

  @Get('access')
  @Operation({ summary: 'Whom the office takes the caller for', answers: 'Access' })
  tellAccess(@Req() request: Request): Access {
    const { name, tokenId, rights: given } = this.policy.actorOf(request);
    return {
      wantsToken: this.actors.wantToken,
      signIn: this.signIn.isSet,
      name,
      session: tokenId !== null && this.known.isSession(tokenId),
      rights: rights.filter((right) => given.has(right)),
    };
  }

  /** Streamed, so that no large part of the log is in memory. */
  @Get('audit')
  @ApiOperation({ summary: 'The audit log as JSON lines, the oldest entry first' })
  @ApiQuery({
    name: 'since',
    type: Number,
    required: false,
    description: 'Only entries of this time and later, in ms since 1970.',
  })
  @ApiOkResponse({
    description: 'Success. Each line is an `AuditEntry`.',
    content: { 'application/jsonl': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 400, ...refused })
  async readAudit(
    @Query('since') since: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.log.since(timeIn(queryText(since)));
    response.setHeader('content-type', 'application/jsonl; charset=utf-8');
    if (request.method === 'HEAD') response.end();
    else {
      this.answers.add(response, this.policy.actorOf(request));
      await pipeline(linesOf(pages), response).catch(() => response.destroy());
    }
  }

  @Get('audit/page')
  @Operation({ summary: 'A page of the audit log, the newest entry first', answers: 'AuditPage' })
  @ApiQuery({
    name: 'before',
    type: String,
    required: false,
    description: 'The `before` of the page after which this one comes.',
  })
  @ApiQuery({ name: 'limit', type: Number, required: false, description: 'At most 500.' })
  listAudit(@Query('before') before: unknown, @Query('limit') limit: unknown): Promise<AuditPage> {
    return this.log.page(queryText(before) ?? null, clampedLimit(limit, pageLimits));
  }
}

/** @throws RefusedError */
function timeIn(text = '0'): number {
  if (!/^\d{1,15}$/.test(text)) throw new RefusedError(auditTexts.notSince);
  return Number(text);
}

async function* linesOf(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}
