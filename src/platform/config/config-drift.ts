import { modeTexts } from '../../protocol/texts/models.js';
import type { OfficeConfig } from './office-config.js';
import {
  type Environment,
  type EnvironmentSource,
  modifiedAtOf,
  readEnvironment,
} from './read-environment.js';

interface ConfigStaleness {
  readonly configStale: boolean;
  /** Description of the changes; null if there are none. */
  readonly configStaleDetail: string | null;
}

/**
 * Reports whether the environment has changed since boot. It is checked once per turn of the event
 * loop, so a change made before a request is seen by that request.
 */
export class ConfigDrift {
  /** Result for the current turn of the event loop. */
  private seen: ConfigStaleness | undefined;

  constructor(
    private readonly config: OfficeConfig,
    private readonly source: EnvironmentSource,
  ) {}

  current(): ConfigStaleness {
    if (this.seen === undefined) {
      this.seen = this.look();
      setImmediate(() => (this.seen = undefined));
    }
    return this.seen;
  }

  private look(): ConfigStaleness {
    const fileChanged = this.fileChanged();
    return describeDrift(this.config, fileChanged, this.environmentNow(fileChanged));
  }

  private fileChanged(): boolean {
    const { path, modifiedAt } = this.config.envFile;
    const now = modifiedAtOf(path);
    return now !== null && now > (modifiedAt ?? -Infinity);
  }

  /**
   * The environment that a boot would read now; the file is read only if it changed and is
   * readable.
   */
  private environmentNow(fileChanged: boolean): Environment {
    if (!fileChanged) return this.source.env;
    try {
      return readEnvironment(this.source).values;
    } catch {
      return this.source.env;
    }
  }
}

/** Removed keys are not reported; a file that appeared after boot is. */
function describeDrift(
  config: Pick<OfficeConfig, 'providers'>,
  fileChanged: boolean,
  now: Environment,
): ConfigStaleness {
  const newKeys = config.providers
    .filter(({ configured, keyEnvVar }) => !configured && keyEnvVar && now[keyEnvVar]?.trim())
    .map(({ id, keyEnvVar }) => modeTexts.keyAppeared(keyEnvVar ?? '', id));
  const reasons = [
    ...(fileChanged ? [modeTexts.envFileModified] : []),
    ...(newKeys.length > 0 ? [newKeys.join('; ')] : []),
  ];
  return reasons.length === 0
    ? { configStale: false, configStaleDetail: null }
    : { configStale: true, configStaleDetail: modeTexts.drift(reasons) };
}
