import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import {
  OptionalNumber,
  RequiredString,
  RequiredStrings,
} from '../../platform/validation/fields.js';
import type { AccessToken, MadeAccessToken } from '../../protocol/records/access.js';
import type { Done } from '../../protocol/answers.js';
import { TokensService } from './tokens.service.js';

/** Body of `POST /tokens`. */
class MakeTokenBody {
  @RequiredString()
  name!: string;

  /** Rights besides `read`. */
  @RequiredStrings()
  rights!: string[];

  /** Ms since the epoch; absent: never. */
  @OptionalNumber()
  expiresAt?: number;
}

/** Tokens with names and rights. Outside `/api/`, whose operations are fixed. */
@ApiTags('access')
@Controller('tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Operation({ summary: 'Tokens and sessions that are not revoked', answers: ['AccessToken'] })
  listTokens(): Promise<readonly AccessToken[]> {
    return this.tokens.list();
  }

  /** An `Idempotency-Key` has no effect, because answers to it are stored. */
  @WidensRights(true)
  @Post()
  @Operation({
    summary: 'Make a token, whose text is in this answer only',
    answers: 'MadeAccessToken',
    status: 201,
  })
  makeToken(@Body() { name, rights, expiresAt }: MakeTokenBody): Promise<MadeAccessToken> {
    return this.tokens.make({ name, rights, expiresAt: expiresAt ?? null });
  }

  @WidensRights(true)
  @Delete(':id')
  @Operation({ summary: 'Revoke a token and end its sockets', answers: 'Done', refuses: [404] })
  async revokeToken(@Param('id') id: string): Promise<Done> {
    await this.tokens.revoke(id);
    return { ok: true };
  }
}
