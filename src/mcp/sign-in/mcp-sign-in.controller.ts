import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { McpService } from '../mcp.service.js';
import { callbackPath } from './sign-ins.js';

/** Where a browser returns from a sign-in, authenticated by its state. */
@ApiExcludeController()
@Controller()
export class McpSignInController {
  constructor(private readonly mcp: McpService) {}

  /** The answer is for the person at the browser. */
  @Get(callbackPath)
  @Header('content-type', 'text/plain; charset=utf-8')
  finish(@Query() query: Readonly<Record<string, unknown>>): Promise<string> {
    return this.mcp.finishSignIn(query);
  }
}
