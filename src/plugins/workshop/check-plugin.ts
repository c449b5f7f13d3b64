import path from 'node:path';
import { SystemClock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { ProxiesConfig } from '../../platform/config/proxy-address.js';
import { EventBus } from '../../platform/events/event-bus.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { systemResolver } from '../../platform/net/host-addresses.js';
import { publicInternet } from '../../platform/net/network-access.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { readPluginDirectory } from '../host/read-plugin-directory.js';
import { RunningPlugin } from '../isolation/running-plugin.js';
import { settingsInForce } from '../settings/plugin-settings.js';
import { collectFiles, packFiles } from './pack-files.js';

/** The office's verdict on a plugin. */
export interface PluginReport {
  /** Null if it was rejected. */
  readonly manifest: PluginManifest | null;
  /** Any of these keeps it from being loaded or packed. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** Names of the tools registered by its code. */
  readonly tools: readonly string[];
  /** Its log lines. */
  readonly log: readonly string[];
}

/**
 * Treats a directory as the office would: reads the manifest, packs the files, and runs the
 * confined code once with default settings.
 */
export async function checkPlugin(location: string, proxies: ProxiesConfig): Promise<PluginReport> {
  const directory = path.resolve(location);
  const { verdict } = await readPluginDirectory(directory, 'local');
  if (!verdict.ok) {
    return { manifest: null, problems: verdict.problems, warnings: [], tools: [], log: [] };
  }
  const { manifest, warnings } = verdict;
  const problems = await packingProblems(directory);
  const trial = await tryCode(directory, manifest, proxies);
  return { ...trial, manifest, warnings, problems: [...problems, ...trial.problems] };
}

async function packingProblems(directory: string): Promise<readonly string[]> {
  try {
    await packFiles(await collectFiles(directory));
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

async function tryCode(
  directory: string,
  manifest: PluginManifest,
  proxies: ProxiesConfig,
): Promise<Pick<PluginReport, 'problems' | 'tools' | 'log'>> {
  const lines: string[] = [];
  if (manifest.entry === undefined) return { problems: [], tools: [], log: lines };
  const problems: string[] = [];
  try {
    const settings = settingsInForce(manifest, {});
    const pluginContext = {
      bus: silentBus(),
      log: into(lines),
      network: { fetch: new GuardedFetch(systemResolver, proxies), access: publicInternet },
      claimTool: () => undefined,
      onTools: () => undefined,
      onFailure: (reason: string) => void problems.push(reason),
    };
    const running = await RunningPlugin.start({ manifest, directory, settings }, pluginContext);
    // A failure in the tick of the activation is reported in the next turn of the event loop.
    await new Promise(setImmediate);
    const tools = running.tools.map(({ name }) => name);
    const stopProblem = await running.stop();
    if (stopProblem !== null) problems.push(pluginTexts.deactivateThrew(manifest.id, stopProblem));
    return { problems, tools, log: lines };
  } catch (error) {
    return { problems: [pluginTexts.failedToActivate(messageOf(error))], tools: [], log: lines };
  }
}

/** There is no office, so no events arrive. */
function silentBus(): EventBus {
  const sinks = { out: () => undefined, err: () => undefined };
  return new EventBus(new OfficeLogger({ clock: new SystemClock(), level: 'error', sinks }));
}

function into(lines: string[]): ScopedLogger {
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
