import type { PluginOrigin } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import type { PluginBundle } from '../persistence/plugin-bundles.repository.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import type { RunningPlugin } from '../isolation/running-plugin.js';

/** A directory as found on disk. */
export interface FoundDirectory {
  readonly directory: string;
  readonly source: PluginOrigin;
  /** Installation time, ms. */
  readonly installedAt: number;
}

/** A plugin with an accepted manifest, and its state. */
export interface KnownPlugin extends FoundDirectory {
  readonly manifest: PluginManifest;
  /** Disabled without an error until it is loaded. */
  state: PluginState;
  /** The settings with which it was last loaded. */
  loadedWith?: PluginSettings;
}

type PluginState =
  | { readonly status: 'disabled' }
  /** `code` is null for a plugin without code. */
  | { readonly status: 'loaded'; readonly code: RunningPlugin | null }
  | { readonly status: 'error'; readonly error: string };

/** A directory with a new plugin or version, before it is put in place. */
export interface StagedPlugin {
  readonly id: string;
  readonly directory: string;
  readonly bundle: PluginBundle;
  /** Called when nothing can come in between any more. @throws RefusedError to cancel */
  readonly confirm: (present: KnownPlugin | undefined) => void;
}

/** A directory without an acceptable manifest. It is only listed. */
export interface BrokenDirectory extends FoundDirectory {
  readonly error: string;
}
