import { Global, Module } from '@nestjs/common';
import { TokenSource } from '../../platform/actors/actors.js';
import { AccessController } from './access.controller.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { Administration } from './administration.js';
import { KnownTokens } from './known-tokens-projection.js';
import { OpenIdProvider } from './sign-in/openid-provider.js';
import { Sessions } from './sign-in/sessions.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInConfig } from './sign-in-config.js';
import { TokenMaking } from './token-making.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';

/** Owns the tokens and sessions of callers: their names, their rights, and how they end. */
@Global()
@Module({
  controllers: [AccessController, SignInController, TokensController],
  providers: [
    AccessTokensRepository,
    Administration,
    KnownTokens,
    OpenIdProvider,
    Sessions,
    SignInConfig,
    TokenMaking,
    TokensService,
    { provide: TokenSource, useExisting: KnownTokens },
  ],
  exports: [TokenSource],
})
export class TokensModule {}
