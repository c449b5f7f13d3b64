import { Injectable, Optional } from '@nestjs/common';
import { OfficeConfig, type ProviderConfig } from '../../platform/config/office-config.js';
import {
  listedProviders,
  resolveLlmMode,
  takesKey,
  withKeys,
} from '../../platform/config/read-providers.js';
import { keyIn, StoredKeys } from '../../platform/config/stored-keys.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { EventBus } from '../../platform/events/event-bus.js';
import type { ProviderKeys } from '../../protocol/records/models.js';
import { providerKeyTexts as texts } from '../../protocol/texts/provider-keys.js';
import { CatalogueRevision } from '../catalogue/catalogue-revision.js';
import { ModelListsService } from '../model-lists.service.js';
import { RunsAtWork } from './runs-at-work.js';
import { isLoopbackHost } from '../../platform/net/addresses.js';

type Rules = Pick<OfficeConfig, 'http' | 'security' | 'signIn' | 'llm' | 'knownProviders'>;

/**
 * Why no key can be given in this installation; null: it can.
 * @param file where keys are kept; null: nowhere
 */
function keyRefusal(config: Rules, file: string | null): string | null {
  const fromEnvironment = config.knownProviders.flatMap(({ key, keyEnvVar }) =>
    key === null || keyEnvVar === null ? [] : [keyEnvVar],
  );
  if (fromEnvironment.length > 0) return texts.fromEnvironment(fromEnvironment);
  if (config.llm.setting === 'mock') return texts.modeIsMock;
  if (file === null) return texts.noFile;
  const isKept = config.security.apiToken !== null || config.signIn !== null;
  const isOpen = !isLoopbackHost(config.http.host) && !isKept;
  return isOpen ? texts.open(config.http.host) : null;
}

/** Keys of providers that people give by a command. No answer and no event holds one. */
@Injectable()
export class ProviderKeysService {
  constructor(
    private readonly config: OfficeConfig,
    private readonly keys: StoredKeys,
    private readonly revision: CatalogueRevision,
    private readonly lists: ModelListsService,
    private readonly bus: EventBus,
    @Optional() private readonly runs?: RunsAtWork,
  ) {}

  current(): ProviderKeys {
    const stored = this.keys.all();
    return {
      refusal: keyRefusal(this.config, this.keys.file),
      providers: this.config.knownProviders
        .filter(takesKey)
        .map(({ id, label, keyEnvVar }) => ({ id, label, stored: stored.has(keyEnvVar ?? '') })),
    };
  }

  /**
   * Keeps a key and asks its provider for its models.
   * @throws RefusedError if it cannot be kept or used
   */
  async set(providerId: string, text: string): Promise<void> {
    const refusal = keyRefusal(this.config, this.keys.file);
    if (refusal !== null) throw new RefusedError(refusal);
    const variable = this.variableOf(providerId);
    const key = keyIn(text);
    if (key === null) throw new RefusedError(texts.unusable);
    await this.change(variable, key);
    // The first answer needs no list, and a list may take long.
    void this.lists.discover(providerId, true).then(
      () => this.tell(),
      () => this.tell(),
    );
  }

  /** @throws RefusedError if no key was given for it */
  async remove(providerId: string): Promise<void> {
    const variable = this.variableOf(providerId);
    if (!this.keys.all().has(variable)) throw new RefusedError(texts.notStored(providerId));
    await this.change(variable, null);
  }

  private variableOf(providerId: string): string {
    const provider = this.config.knownProviders.find(({ id }) => id === providerId);
    if (provider === undefined || !takesKey(provider) || provider.keyEnvVar === null) {
      throw new RefusedError(texts.unknown(providerId));
    }
    return provider.keyEnvVar;
  }

  private async change(variable: string, key: string | null): Promise<void> {
    this.refuseAmidWork(variable, key);
    try {
      await this.keys.set(variable, key);
    } catch (thrown) {
      throw new RefusedError(texts.notWritten(messageOf(thrown)));
    }
    this.tell();
  }

  /** Refused if a run at work would change from simulated to real, or back. */
  private refuseAmidWork(variable: string, key: string | null): void {
    const { knownProviders, llm } = this.config;
    const keys = new Map(this.keys.all());
    if (key === null) keys.delete(variable);
    else keys.set(variable, key);
    const after = listedProviders(withKeys(knownProviders, keys));
    const atWork = this.runs?.activeCount() ?? 0;
    if (atWork > 0 && modeWith(llm.setting, after) !== llm.mode) {
      throw new RefusedError(texts.atWork(atWork));
    }
  }

  private tell(): void {
    this.revision.advance();
    this.bus.publish({ type: 'internal.live-state.changed' });
  }
}

function modeWith(
  setting: OfficeConfig['llm']['setting'],
  providers: readonly ProviderConfig[],
): OfficeConfig['llm']['mode'] {
  const configured = providers.filter((provider) => provider.configured).map(({ id }) => id);
  return resolveLlmMode(setting, configured).mode;
}
