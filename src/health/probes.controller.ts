import { Controller, Get, type OnModuleDestroy } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { healthTexts } from '../protocol/texts.js';
import { UnavailableError } from '../platform/errors/office-error.js';

/** What a supervisor asks: is the process alive, and may it get traffic? */
@ApiExcludeController()
@Controller()
export class ProbesController implements OnModuleDestroy {
  private closing = false;

  constructor(private readonly dataSource: DataSource) {}

  @Get('livez')
  live(): { ok: true } {
    return { ok: true };
  }

  /** Ready while the store answers and nobody has asked the service to stop. */
  @Get('readyz')
  async ready(): Promise<{ ok: true }> {
    if (this.closing) throw new UnavailableError(healthTexts.closing);
    await this.dataSource.query('SELECT 1').catch((cause: unknown) => {
      throw new UnavailableError(healthTexts.storeSilent, { cause });
    });
    return { ok: true };
  }

  onModuleDestroy(): void {
    this.closing = true;
  }
}
