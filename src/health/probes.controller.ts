import { Controller, Get, type OnModuleDestroy } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { StoreCheck } from '../platform/database/store-check.js';
import { UnavailableError } from '../platform/errors/office-error.js';
import { Readiness } from '../platform/process/readiness.js';

/** What a supervisor asks: is the process alive, and may it get traffic? */
@ApiExcludeController()
@Controller()
export class ProbesController implements OnModuleDestroy {
  constructor(
    private readonly readiness: Readiness,
    private readonly store: StoreCheck,
  ) {}

  @Get('livez')
  live(): { ok: true } {
    return { ok: true };
  }

  /**
   * Ready while the configured store answers and the service is not asked to stop. What else does not
   * work is told beside it: everything but that goes on.
   */
  @Get('readyz')
  async ready(): Promise<{ ok: true; problems?: readonly string[] }> {
    const unavailableReason =
      this.readiness.unavailableReason ?? (await this.store.unavailableReason());
    if (unavailableReason !== null) throw new UnavailableError(unavailableReason);
    const problems = await this.readiness.problems();
    return { ok: true, ...(problems.length > 0 && { problems }) };
  }

  onModuleDestroy(): void {
    this.readiness.drains();
  }
}
