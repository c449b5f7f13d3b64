import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import { currentActor } from '#platform/actors/actor.js';
import { NotFoundError, OfficeError, RefusedError } from '#platform/errors/office-error.js';
import { AccessPolicy } from '#platform/http/access-policy.js';
import { escapedHtml } from '#platform/http/escaped-html.js';
import { refusalStatuses } from '#platform/http/office-exception.filter.js';
import { cookieOf, sessionCookie } from '#platform/http/session-cookie.js';
import { WidensRights } from '#platform/http/widening-rights.js';
import { Operation } from '#platform/openapi/operation.js';
import type { Done } from '#protocol/answers.js';
import { signInTexts } from '#protocol/texts/sign-in.js';
import { SignInConfig } from '../sign-in-config.js';
import { personIn } from './identity.js';
import { type Begun, OpenIdProvider } from './openid-provider.js';
import { Sessions } from './sessions.js';

/** The page that a browser shows after a refused sign-in. */
function refusalPage(reason: string, office: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${signInTexts.refusalTitle}</title>
  </head>
  <body>
    <main>
      <h1>${signInTexts.refusalTitle}</h1>
      <p>${escapedHtml(reason)}</p>
      <p><a href="${escapedHtml(office)}">${signInTexts.openOffice}</a></p>
    </main>
  </body>
</html>
`;
}

const begun = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** The values that identify a sign-in, as the text of a cookie. */
function begunText({ state, nonce, verifier }: Begun): string {
  return Buffer.from(JSON.stringify({ state, nonce, verifier })).toString('base64url');
}

/** The values in the text of a cookie; null: it holds none. */
function begunIn(text: string | null): Begun | null {
  try {
    return begun.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}

/** Cookie with the values that identify a sign-in, until the person comes back. */
const begunCookie = 'office_sign_in';

/** Longest time for signing in, ms. */
const begunMs = 600_000;

/** Routes for signing in and out. Outside `/api/`, whose operations are fixed. */
@ApiTags('access')
@Controller()
export class SignInController {
  constructor(
    private readonly config: SignInConfig,
    private readonly provider: OpenIdProvider,
    private readonly sessions: Sessions,
    private readonly policy: AccessPolicy,
  ) {}

  /** For browsers, which are redirected to the provider. */
  @ApiExcludeEndpoint()
  @Get('sign-in')
  begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.orRefusalPage(request, response, () => this.leave(request, response));
  }

  private async leave(request: Request, response: Response): Promise<void> {
    const base = this.baseOf(request);
    const { to, ...begun } = await this.provider.begin(this.settings, `${base}/sign-in/callback`);
    const cookie = { ...cookieUnder(base, '/sign-in'), maxAge: begunMs };
    response.cookie(begunCookie, begunText(begun), cookie).redirect(303, to.href);
  }

  /**
   * The address to which the provider sends browsers back; the state in their cookie authenticates
   * them.
   */
  @ApiExcludeEndpoint()
  @Get('sign-in/callback')
  finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.orRefusalPage(request, response, () => this.arrive(request, response));
  }

  private async arrive(request: Request, response: Response): Promise<void> {
    const { settings } = this;
    const base = this.baseOf(request);
    const begun = begunIn(cookieOf(request, begunCookie));
    response.clearCookie(begunCookie, cookieUnder(base, '/sign-in'));
    if (begun === null) throw new RefusedError(signInTexts.notBegun);
    const { search } = new URL(request.url, base);
    const address = new URL(`${base}/sign-in/callback${search}`);
    const claims = await this.provider.finish(settings, begun, address);
    const person = await this.sessions.admit(() => personIn(claims, settings));
    const token = await this.sessions.begin(person, settings.sessionMs);
    const cookie = { ...cookieUnder(base, '/'), maxAge: settings.sessionMs };
    response.cookie(sessionCookie, token, cookie).redirect(303, `${base}/`);
  }

  @WidensRights(false)
  @Post('sign-out')
  @Operation({ summary: 'End the session of this browser and its sockets', answers: 'Done' })
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { tokenId } = currentActor();
    if (tokenId !== null) await this.sessions.end(tokenId);
    response.clearCookie(sessionCookie, cookieUnder(this.baseOf(request), '/'));
    return { ok: true } satisfies Done;
  }

  /** People in a browser read a refusal on a page; programs get it as everywhere. */
  private async orRefusalPage(
    request: Request,
    response: Response,
    act: () => Promise<void>,
  ): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const isRead = request.accepts(['json', 'html']) === 'html';
      if (!isRead || !(thrown instanceof OfficeError)) throw thrown;
      const page = refusalPage(thrown.message, `${this.baseOf(request)}/`);
      response.status(refusalStatuses[thrown.kind]).type('html').send(page);
    }
  }

  /** @throws NotFoundError if people do not sign in here */
  private get settings() {
    if (this.config.settings === null) throw new NotFoundError(signInTexts.notSet);
    return this.config.settings;
  }

  /** The address of the page, without a slash at its end. */
  private baseOf(request: Request): string {
    return this.config.publicUrl ?? this.policy.originOf(request) + this.config.basePath;
  }
}

/** Options of a cookie that no script reads and that pages of other sites do not send. */
function cookieUnder(base: string, path: string): CookieOptions {
  const { protocol, pathname } = new URL(base + path);
  return { httpOnly: true, sameSite: 'lax', secure: protocol === 'https:', path: pathname };
}
