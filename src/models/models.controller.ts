import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/openapi/operation.js';
import { OptionalFlag, OptionalNumber, OptionalString } from '../platform/validation/fields.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type {
  BenchmarksAnswer,
  DiscoveryAnswer,
  ModelHealthAnswer,
  ModelSpec,
  ProviderStatus,
} from '../protocol/records/models.js';
import { ModelListsService } from './model-lists.service.js';
import { MeasurementsService } from './measurements.service.js';
import { ModelsService } from './models.service.js';

/** Body of `POST /api/models/health`. */
class RefreshHealthRequest {
  /** Models to ask about, 1..50. */
  @OptionalNumber()
  limit?: number;
}

/** Body of `POST /api/models/discover`. */
class DiscoverModelsRequest {
  /** Absent or empty = all providers. */
  @OptionalString()
  providerId?: string;

  /** `false` skips providers that were asked recently. */
  @OptionalFlag()
  force?: boolean;
}

@ApiTags('models')
@Controller('api')
export class ModelsController {
  constructor(
    private readonly models: ModelsService,
    private readonly discovery: ModelListsService,
    private readonly measurements: MeasurementsService,
  ) {}

  @Get('models')
  @Operation({ summary: 'The whole model catalogue', answers: ['ModelSpec'] })
  list(): readonly ModelSpec[] {
    return this.models.list();
  }

  @Get('providers')
  @Operation({ summary: 'How each model provider stands', answers: ['ProviderStatus'] })
  providers(): readonly ProviderStatus[] {
    return this.models.providers();
  }

  @WidensRights(false)
  @Post('models/discover')
  @Operation({
    summary: 'Ask one provider, or all of them, for their models',
    answers: 'DiscoveryAnswer',
    refuses: [404],
  })
  discover(@Body() { providerId, force = true }: DiscoverModelsRequest): Promise<DiscoveryAnswer> {
    return this.discovery.discover(providerId, force);
  }

  @WidensRights(false)
  @Post('models/benchmarks')
  @Operation({ summary: 'Refresh the public benchmarks', answers: 'BenchmarksAnswer' })
  refreshBenchmarks(): Promise<BenchmarksAnswer> {
    return this.measurements.refreshBenchmarks();
  }

  @WidensRights(false)
  @Post('models/health')
  @Operation({ summary: 'Ask how reliably models are served', answers: 'ModelHealthAnswer' })
  refreshHealth(@Body() { limit }: RefreshHealthRequest): Promise<ModelHealthAnswer> {
    return this.measurements.refreshHealth(limit);
  }
}
