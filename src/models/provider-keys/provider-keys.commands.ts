import { Controller, Get, Injectable } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import { done, SocketCommand } from '../../platform/socket/socket-command.js';
import { RequiredString, RequiredText } from '../../platform/validation/fields.js';
import type { ProviderKeys } from '../../protocol/records/models.js';
import { providerKeyTexts } from '../../protocol/texts/provider-keys.js';
import { ProviderKeysService } from './provider-keys.service.js';

/** Which providers a key can be given for. Outside `/api/`, whose operations are fixed. */
@ApiTags('models')
@Controller('providers')
export class ProviderKeysController {
  constructor(private readonly keys: ProviderKeysService) {}

  @Get('keys')
  @Operation({
    summary: 'Providers whose key can be given by a command, without the keys',
    answers: 'ProviderKeys',
  })
  listKeys(): ProviderKeys {
    return this.keys.current();
  }
}

/** Payload of the `setProviderKey` command. */
class SetProviderKeyCommand {
  @RequiredText(providerKeyTexts.fields)
  providerId!: string;

  @RequiredText(providerKeyTexts.fields)
  key!: string;
}

/** Payload of the `removeProviderKey` command. */
class RemoveProviderKeyCommand {
  @RequiredString()
  providerId!: string;
}

@Injectable()
export class ProviderKeysCommands {
  constructor(private readonly keys: ProviderKeysService) {}

  @WidensRights(true)
  @SocketCommand('setProviderKey', done)
  set({ providerId, key }: SetProviderKeyCommand): Promise<void> {
    return this.keys.set(providerId, key);
  }

  @WidensRights(true)
  @SocketCommand('removeProviderKey', done)
  remove({ providerId }: RemoveProviderKeyCommand): Promise<void> {
    return this.keys.remove(providerId);
  }
}
