import { afterEach } from '@jest/globals';
import { Subject } from 'rxjs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '#platform/clock.js';
import { EventBus } from '#platform/events/event-bus.js';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { GuardedFetch } from '#platform/net/guarded-fetch.js';
import { publicInternet } from '#platform/net/network-access.js';
import type { NetworkAccess } from '#platform/net/network-access.js';
import { RunningPlugin } from '#plugins/isolation/running-plugin.js';
import { validateManifest } from '#plugins/manifest/validate-manifest.js';
import type { TimeLimits } from '#plugins/plugin-limits.js';
import type { PluginSettings } from '#plugins/settings/plugin-settings.js';
import type { ServerEvent } from '#protocol/events.js';
import type { ToolArguments, ToolContext, ToolResult } from '#tools/tool.js';
import { fakeContext } from '../tool-context.js';
import { codeManifestOf, putPlugin } from './plugin-workshop.js';
import type { ManifestFields } from './plugin-workshop.js';

export interface PluginOnTrial {
  readonly manifest?: ManifestFields;
  /** More files by path; the entry module is `code`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: PluginSettings;
  readonly limits?: Partial<TimeLimits>;
  /** Allowed network access; by default the public internet. */
  readonly access?: NetworkAccess;
}

/** A running plugin; the test plays the office around it. */
export class PluginTrial {
  readonly log: string[] = [];
  readonly bus = new EventBus(
    new OfficeLogger({ clock: new SystemClock(), level: 'error', sinks: silent }),
  );
  /** Resolves with the reason when the plugin fails after its activation. */
  readonly failure: Promise<string>;
  directory = '';
  plugin: RunningPlugin | undefined;
  private readonly lines = new Subject<string>();
  private readonly fail: (reason: string) => void;

  constructor() {
    ({ promise: this.failure, resolve: this.fail } = Promise.withResolvers<string>());
  }

  /** @throws the reason if it cannot be activated */
  async start(code: string, trial: PluginOnTrial = {}): Promise<this> {
    const { manifest = {}, files = {}, settings = {}, limits, access = publicInternet } = trial;
    this.directory = await realpath(await mkdtemp(path.join(tmpdir(), 'plugin-')));
    const declared = codeManifestOf(manifest);
    await putPlugin(this.directory, { manifest: declared, files: { 'index.mjs': code, ...files } });
    const verdict = validateManifest(declared);
    if (!verdict.ok) throw new Error(verdict.reason);
    this.plugin = await RunningPlugin.start(
      { manifest: verdict.manifest, directory: this.directory, settings },
      {
        bus: this.bus,
        log: this.logger,
        network: { fetch: new GuardedFetch(), access },
        claimTool: () => undefined,
        onTools: () => this.note('(tools)'),
        onFailure: (reason) => this.fail(reason),
        ...(limits === undefined ? {} : { limits }),
      },
    );
    return this;
  }

  /** Calls the plugin's only tool. */
  run(args: ToolArguments = {}, context: Partial<ToolContext> = {}): Promise<ToolResult> {
    const [tool] = this.plugin?.tools ?? [];
    if (tool === undefined) throw new Error('the plugin has no tool');
    return tool.run(args, fakeContext(context));
  }

  publish(...messages: readonly string[]): void {
    for (const message of messages) {
      const event: ServerEvent = { type: 'log', at: 1, level: 'info', scope: 'test', message };
      this.bus.publish(event);
    }
  }

  /** Settles when the plugin has logged the line. */
  async logged(line: string): Promise<void> {
    if (this.log.includes(line)) return;
    await new Promise<void>((resolve) => {
      const waiting = this.lines.subscribe((logged) => {
        if (logged !== line) return;
        waiting.unsubscribe();
        resolve();
      });
    });
  }

  async end(): Promise<void> {
    await this.plugin?.stop();
    if (this.directory !== '') await rm(this.directory, { recursive: true, force: true });
  }

  private get logger(): ScopedLogger {
    const at = (level: string) => (message: string) => this.note(`${level} ${message}`);
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  }

  private note(line: string): void {
    this.log.push(line);
    this.lines.next(line);
  }
}

const silent = { out: () => undefined, err: () => undefined };

/**
 * Plugins for the tests of the surrounding `describe`, ended after each test.
 * @returns a function that starts one
 */
export function pluginTrials(): (code: string, options?: PluginOnTrial) => Promise<PluginTrial> {
  const trials: PluginTrial[] = [];
  afterEach(() => Promise.all(trials.splice(0).map((trial) => trial.end())));
  return (code, options) => {
    const trial = new PluginTrial();
    trials.push(trial);
    return trial.start(code, options);
  };
}
