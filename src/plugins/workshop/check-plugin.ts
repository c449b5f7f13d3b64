import path from 'node:path';
import { messageOf } from '../../platform/errors/office-error.js';
import { EventBus } from '../../platform/events/event-bus.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { pluginTexts } from '../../protocol/texts.js';
import { readPluginDirectory } from '../host/read-plugin-directory.js';
import { RunningPlugin } from '../isolation/running-plugin.js';
import { settingsInForce } from '../settings/plugin-settings.js';
import { collectFiles } from './collect-files.js';
import { packFiles } from './pack-files.js';

/** What the office would make of a plugin. */
export interface PluginReport {
  /** Null when it was rejected. */
  readonly manifest: PluginManifest | null;
  /** With one of these it is not loaded, or cannot be packed. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** Names of the tools its code registers. */
  readonly tools: readonly string[];
  /** What it wrote to the log meanwhile. */
  readonly log: readonly string[];
}

/**
 * Does with a directory what the office would do: reads the manifest, packs the files, and runs the
 * code once, confined like any other, with the default settings.
 */
export async function checkPlugin(location: string): Promise<PluginReport> {
  const directory = path.resolve(location);
  const { verdict } = await readPluginDirectory(directory, 'local');
  if (!verdict.ok) {
    return { manifest: null, problems: verdict.problems, warnings: [], tools: [], log: [] };
  }
  const { manifest, warnings } = verdict;
  const problems = await packingProblems(directory);
  const trial = await tryCode(directory, manifest);
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
): Promise<Pick<PluginReport, 'problems' | 'tools' | 'log'>> {
  const lines: string[] = [];
  if (manifest.entry === undefined) return { problems: [], tools: [], log: lines };
  const problems: string[] = [];
  try {
    const settings = settingsInForce(manifest, {});
    const around = {
      bus: silentBus(),
      log: into(lines),
      onTools: () => undefined,
      onFailure: (reason: string) => void problems.push(reason),
    };
    const running = await RunningPlugin.start({ manifest, directory, settings }, around);
    // What fails in the same breath as the activation is told in the next turn of the loop.
    await new Promise(setImmediate);
    const tools = running.tools.map(({ name }) => name);
    const farewell = await running.stop();
    if (farewell !== null) problems.push(pluginTexts.deactivateThrew(manifest.id, farewell));
    return { problems, tools, log: lines };
  } catch (error) {
    return { problems: [pluginTexts.failedToActivate(messageOf(error))], tools: [], log: lines };
  }
}

/** Nothing happens in an office that is not there. */
function silentBus(): EventBus {
  const sinks = { out: () => undefined, err: () => undefined };
  return new EventBus(
    new OfficeLogger({ clock: { now: () => Date.now() }, level: 'error', sinks }),
  );
}

function into(lines: string[]): ScopedLogger {
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
