import { Controller, Get, type OnModuleDestroy } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { StoreCheck } from '../platform/database/store-check.js';
import { UnavailableError } from '../platform/errors/office-error.js';
import { Readiness } from '../platform/process/readiness.js';

/** A supervisor's probes: liveness and readiness. */
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
   * Ready while the configured store answers and no shutdown has begun. Other problems are listed,
   * but do not change readiness.
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
