import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { LogLevel } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { pluginCodeTexts } from '../../protocol/texts.js';
import type { Tool, ToolArguments, ToolContext } from '../../tools/tool.js';
import { pluginLimits, timeLimits } from '../plugin-limits.js';
import type { TimeLimits } from '../plugin-limits.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import { pluginTool } from '../tools/plugin-tool.js';
import { callInPlugin } from './call-in-plugin.js';
import { EventFeed } from './event-feed.js';
import type { Ask, FileWish, Tell, ToldTool, ToolOutcome } from './messages.js';
import { inspectCode } from './plugin-directory.js';
import { PluginProcess } from './plugin-process.js';
import type { AskLimit, PluginListener } from './plugin-process.js';
import { RateGauge } from './rate-gauge.js';
import { WorkspaceAccess } from './workspace-access.js';

/** What is to run. */
export interface PluginToRun {
  readonly manifest: PluginManifest;
  readonly directory: string;
  readonly settings: PluginSettings;
}

/**
 * What the plugin meets in the office. `onTools` and `onFailure` tell of what came after the
 * activation, and never before whoever awaited `start` has the plugin in hand.
 */
export interface PluginSurroundings {
  readonly bus: EventBus;
  /** Scope `plugin:<id>`. */
  readonly log: ScopedLogger;
  /** The plugin registered a tool after its activation. */
  readonly onTools: () => void;
  /** The plugin has failed and its process is ended; not called for what `start` throws. */
  readonly onFailure: (reason: string) => void;
  /** Those of decisions.md D20 unless told otherwise. */
  readonly limits?: Partial<TimeLimits>;
}

/**
 * One plugin's code at work: activated, serving its tools, hearing its events, until it is stopped
 * or fails. Everything a failed one leaves behind is gone by the time anybody hears of it.
 */
export class RunningPlugin implements PluginListener {
  private readonly registered = new Map<string, Tool>();
  private readonly feed: EventFeed;
  private readonly logLines = new RateGauge(pluginLimits.logLinesPerMinute, 60_000);
  private leavesOut = false;
  private readonly files = new WorkspaceAccess((note) => this.process?.note(note));
  private readonly limits: TimeLimits;
  private process: PluginProcess | null = null;
  private pulse: NodeJS.Timeout | undefined;
  private runningCalls = 0;
  private activated = false;
  private stopping = false;

  private constructor(
    private readonly plugin: PluginToRun,
    private readonly around: PluginSurroundings,
  ) {
    this.limits = { ...timeLimits, ...around.limits };
    this.feed = new EventFeed({
      bus: around.bus,
      name: `plugin:${plugin.manifest.id}`,
      deliver: (event) => this.deliver(event),
      onDropped: (count) => around.log.warn(pluginCodeTexts.eventsDropped(count)),
    });
  }

  /**
   * Starts the code in a fresh process, so what runs is what is on disk now, and waits until it is
   * activated. @throws Error with the reason when it is not; nothing is left of it then.
   */
  static async start(plugin: PluginToRun, around: PluginSurroundings): Promise<RunningPlugin> {
    const running = new RunningPlugin(plugin, around);
    try {
      await running.activate();
      return running;
    } catch (error) {
      await running.dispose();
      throw error;
    }
  }

  get tools(): readonly Tool[] {
    return [...this.registered.values()];
  }

  /**
   * Has the code deactivate and ends its process. @returns what went wrong with `deactivate()`, or
   * null. Never throws.
   */
  async stop(limitMs: number = this.limits.deactivationMs): Promise<string | null> {
    const overrun = pluginCodeTexts.deactivationTimedOut(limitMs / 1000);
    this.stopping = true;
    try {
      await this.process?.ask({ ask: 'deactivate' }, { limitMs, overrun });
      return null;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await this.dispose();
    }
  }

  onTell(tell: Tell): void {
    switch (tell.tell) {
      case 'tool':
        return this.register(tell);
      case 'subscribe':
        return this.permitted('events') ? this.feed.want(tell.eventType) : this.cheated();
      case 'unsubscribe':
        return this.feed.unwant(tell.eventType);
      case 'fault':
        return this.process?.end(tell.message);
      case 'log':
        return this.log(tell.level, tell.message);
    }
  }

  /** A busy office makes an honest plugin talkative: too many lines are left out, and told once. */
  private log(level: LogLevel, message: string): void {
    if (this.logLines.take()) {
      this.leavesOut = false;
      this.around.log[level](message);
    } else if (!this.leavesOut) {
      this.leavesOut = true;
      this.around.log.warn(pluginCodeTexts.logLinesLeftOut(pluginLimits.logLinesPerMinute));
    }
  }

  onWish(wish: FileWish): void {
    void this.files.grant(wish);
  }

  onEnd(reason: string): void {
    void this.dispose();
    this.tell(() => this.around.onFailure(reason));
  }

  private async activate(): Promise<void> {
    const { manifest, settings } = this.plugin;
    const code = await inspectCode(this.plugin.directory, manifest.entry ?? '');
    this.process = await PluginProcess.start(code.directory, this);
    const activation: Ask = { ask: 'activate', entryUrl: code.entryUrl, manifest, settings };
    await this.process.ask(activation, {
      limitMs: this.limits.activationMs,
      overrun: pluginCodeTexts.activationTimedOut(this.limits.activationMs / 1000),
      onAnswered: () => (this.activated = true),
    });
    // Without a process its last words came in the same breath: it was activated, and failed then.
    if (this.process === null) return;
    this.pulse = setInterval(() => this.feelPulse(), this.limits.pulseMs).unref();
  }

  /** In a turn of its own, so that the order of events does not depend on how they were sent. */
  private tell(note: () => void): void {
    if (!this.activated) return;
    setImmediate(() => {
      if (!this.stopping) note();
    });
  }

  /** A plugin that loops while nothing is asked of it would otherwise never be noticed. */
  private feelPulse(): void {
    if (this.process === null || this.process.outstanding > 0) return;
    const limitMs = this.limits.pulseMs;
    const overrun = pluginCodeTexts.unresponsive(limitMs / 1000);
    this.process
      .ask({ ask: 'ping' }, { limitMs, overrun, excused: () => this.runningCalls > 0 })
      .catch(() => undefined);
  }

  private register(told: ToldTool): void {
    const full = this.registered.size >= pluginLimits.tools || this.registered.has(told.name);
    if (!this.permitted('tools') || full) return this.cheated();
    const { id } = this.plugin.manifest;
    const tool = pluginTool(id, told, (name, args, context) => this.call(name, args, context));
    this.registered.set(tool.name, tool);
    this.tell(this.around.onTools);
  }

  private permitted(permission: 'tools' | 'events'): boolean {
    return this.plugin.manifest.permissions?.includes(permission) ?? false;
  }

  /** The host inside never says such a thing; something else in its process did. */
  private cheated(): void {
    this.process?.end(pluginCodeTexts.malformedMessage);
  }

  private async call(
    name: string,
    args: ToolArguments,
    context: ToolContext,
  ): Promise<ToolOutcome> {
    if (this.process === null) throw new Error(pluginCodeTexts.notRunning);
    this.runningCalls += 1;
    try {
      const { process, files } = this;
      const limitMs = this.limits.toolCallMs;
      return await callInPlugin({ process, files, name, args, context, limitMs });
    } finally {
      this.runningCalls -= 1;
    }
  }

  private deliver(event: ServerEvent): Promise<unknown> {
    const limitMs = this.limits.eventHandlerMs;
    const limit: AskLimit = {
      limitMs,
      overrun: pluginCodeTexts.handlerTimedOut(event.type, limitMs / 1000),
      // A tool call may hold the thread for longer; its own limit sees to it.
      excused: () => this.runningCalls > 0,
    };
    return this.process?.ask({ ask: 'handle', event }, limit) ?? Promise.resolve();
  }

  private async dispose(): Promise<void> {
    clearInterval(this.pulse);
    this.feed.close();
    this.registered.clear();
    const { process } = this;
    this.process = null;
    await process?.stop();
  }
}
