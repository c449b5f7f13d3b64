import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/openapi/operation.js';
import type { FloorOffers } from '../../protocol/records/floor-offers.js';
import { FloorOffersService } from './floor-offers.service.js';

/**
 * Offers for employees and briefs in floors' folders. Outside `/api/`, whose operations are fixed.
 */
@ApiTags('workspaces')
@Controller('workspaces')
export class FloorOffersController {
  constructor(private readonly offers: FloorOffersService) {}

  @Get(':id/offers')
  @Operation({
    summary: 'Agents, commands and skills in the folder of a floor, to be imported',
    answers: 'FloorOffers',
    refuses: [404],
  })
  list(@Param('id') id: string): Promise<FloorOffers> {
    return this.offers.of(id);
  }
}
