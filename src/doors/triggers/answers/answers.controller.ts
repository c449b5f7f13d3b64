import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccessPolicy } from '#platform/http/access-policy.js';
import { WidensRights } from '#platform/http/widening-rights.js';
import { OptionalString, RequiredString } from '#platform/validation/fields.js';
import { answerTexts } from '#protocol/texts/triggers.js';
import { OfficeError, RefusedError } from '#platform/errors/office-error.js';
import { answerPage } from './answer-page.js';
import { LinkAnswers } from './link-answers.js';

/** Form of the page of a question. */
class AnswerForm {
  @RequiredString()
  answer!: string;

  @OptionalString()
  reason?: string;

  /** Token of a person who is not signed in. */
  @OptionalString()
  token?: string;
}

/** The page of a question, opened by a link. */
@ApiExcludeController()
@Controller('answers')
export class AnswersController {
  constructor(
    private readonly answers: LinkAnswers,
    private readonly policy: AccessPolicy,
  ) {}

  /** Changes nothing, because previews in chats open the link, too. */
  @Get(':id')
  async show(@Param('id') link: string, @Req() request: Request, @Res() response: Response) {
    await this.send(link, request, response, null);
  }

  @WidensRights(true)
  @HttpCode(200)
  @Post(':id')
  async answer(
    @Param('id') link: string,
    @Body() { answer, reason = '', token = '' }: AnswerForm,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      if (answer !== 'yes' && answer !== 'no') throw new RefusedError(answerTexts.notAnswer);
      const actor = this.policy.actorOf(request);
      await this.answers.answer(link, { approved: answer === 'yes', reason, token }, actor);
    } catch (thrown) {
      if (!(thrown instanceof OfficeError)) throw thrown;
      await this.send(link, request, response.status(403), thrown.message);
      return;
    }
    await this.send(link, request, response, answerTexts.done);
  }

  private async send(
    link: string,
    request: Request,
    response: Response,
    note: string | null,
  ): Promise<void> {
    const found = await this.answers.find(link);
    const asksToken = !this.policy.actorOf(request).rights.has('approve');
    const { approval = null, until = 0 } = found ?? {};
    if (found === null) response.status(404);
    response
      // Without a referrer, browsers would send the form without the page's origin.
      .set('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(answerPage({ approval, until, asksToken, note }));
  }
}
