import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentActor } from '../../platform/actors/actor.js';
import { OpenAnswers } from '../../platform/http/open-answers.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { callWidens } from './call-widens.js';
import { McpDoor } from './mcp-door.service.js';

/** The office as an MCP server over streamable HTTP, described by the protocol itself. */
@ApiExcludeController()
@Controller('mcp')
export class McpDoorController {
  constructor(
    private readonly door: McpDoor,
    private readonly answers: OpenAnswers,
  ) {}

  @WidensRights(callWidens)
  @Post()
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.answers.add(response, currentActor());
    await this.door.answer(request, response);
  }

  /** Refused with 405, by which clients of 2025 know that there is no stream without a request. */
  @Get()
  listen(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.door.answer(request, response);
  }
}
