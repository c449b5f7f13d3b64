import type { PluginOrigin } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import type { RunningPlugin } from '../isolation/running-plugin.js';

/** A directory as it was found on disk. */
export interface FoundDirectory {
  readonly directory: string;
  readonly source: PluginOrigin;
  /** When it was put there, in ms. */
  readonly installedAt: number;
}

/** A plugin whose manifest was accepted, and its state. */
export interface KnownPlugin extends FoundDirectory {
  readonly manifest: PluginManifest;
  /** Off, without a fault, until it is loaded. */
  state: PluginState;
  /** The settings it was loaded with last. */
  loadedWith?: PluginSettings;
}

type PluginState =
  | { readonly status: 'disabled' }
  /** `code` is null for a plugin that is data only. */
  | { readonly status: 'loaded'; readonly code: RunningPlugin | null }
  | { readonly status: 'error'; readonly error: string };

/** A directory that holds no acceptable manifest. It is shown, and nothing can be done with it. */
export interface BrokenDirectory extends FoundDirectory {
  readonly error: string;
}
