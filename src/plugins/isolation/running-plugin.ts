import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { LogLevel } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import type { Tool, ToolArguments, ToolContext } from '../../tools/tool.js';
import { pluginLimits, timeLimits } from '../plugin-limits.js';
import type { TimeLimits } from '../plugin-limits.js';
import type { PluginSettings } from '../settings/plugin-settings.js';
import { isToolNameOf } from '../tools/namespaced-name.js';
import { pluginTool } from '../tools/plugin-tool.js';
import { callInPlugin } from './call-in-plugin.js';
import { PluginEventFeed } from './plugin-event-feed.js';
import { GuestNetwork } from './guest-network.js';
import type { GuestFetch } from './guest-network.js';
import type { Ask, GuestRequest, Tell, DeclaredTool, ToolOutcome } from './messages.js';
import { PluginInterruptedError } from './pending-asks.js';
import { PluginProcess } from './plugin-process.js';
import type { AskLimit, PluginListener } from './plugin-process.js';
import { readSources } from './plugin-sources.js';
import { RateGauge } from './rate-gauge.js';
import { WorkspaceAccess } from './workspace-access.js';

/** The plugin to run. */
interface PluginToRun {
  readonly manifest: PluginManifest;
  readonly directory: string;
  readonly settings: PluginSettings;
}

/**
 * A plugin's connections to the office. `onTools` and `onFailure` report events after activation,
 * and only after `start` has resolved.
 */
interface PluginContext {
  readonly bus: EventBus;
  /** Scope `plugin:<id>`. */
  readonly log: ScopedLogger;
  readonly network: GuestFetch;
  /** @throws Error with the reason if the plugin may not publish the name. */
  readonly claimTool: (name: string) => void;
  /** The plugin registered a tool after its activation. */
  readonly onTools: () => void;
  /** The plugin failed and its process has ended; not called for errors of `start`. */
  readonly onFailure: (reason: string) => void;
  /** Defaults are in `plugin-limits.ts`. */
  readonly limits?: Partial<TimeLimits>;
}

/**
 * One plugin's running code: activated, serving tools, receiving events, until it is stopped or
 * fails. A failure is reported once, after the cleanup.
 */
export class RunningPlugin implements PluginListener {
  private readonly registered = new Map<string, Tool>();
  private readonly feed: PluginEventFeed;
  private readonly logLines = new RateGauge(pluginLimits.logLinesPerMinute, 60_000);
  private leavesOut = false;
  private readonly interruptions = new RateGauge(pluginLimits.interruptionsPerMinute, 60_000);
  private readonly files = new WorkspaceAccess((reply) => this.process?.note(reply));
  private readonly network: GuestNetwork;
  private readonly limits: TimeLimits;
  private process: PluginProcess | null = null;
  private pingTimer: NodeJS.Timeout | undefined;
  private runningCalls = 0;
  private activated = false;
  private stopping = false;

  private constructor(
    private readonly plugin: PluginToRun,
    private readonly pluginContext: PluginContext,
  ) {
    this.limits = { ...timeLimits, ...pluginContext.limits };
    this.network = new GuestNetwork(pluginContext.network, (reply) => this.process?.note(reply));
    this.feed = new PluginEventFeed({
      bus: pluginContext.bus,
      name: `plugin:${plugin.manifest.id}`,
      deliver: (event) => this.deliver(event),
      onDropped: (count) => pluginContext.log.warn(pluginCodeTexts.eventsDropped(count)),
    });
  }

  /**
   * Starts the present code in a new process and waits for its activation. @throws Error with the
   * reason if it fails; everything is cleaned up then.
   */
  static async start(plugin: PluginToRun, pluginContext: PluginContext): Promise<RunningPlugin> {
    const running = new RunningPlugin(plugin, pluginContext);
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
   * Deactivates the code and ends its process. @returns the error of `deactivate()`, or null. Never
   * throws.
   */
  async stop(limitMs: number = this.limits.deactivationMs): Promise<string | null> {
    const overrun = pluginCodeTexts.deactivationTimedOut(limitMs / 1000);
    this.stopping = true;
    try {
      await this.process
        ?.ask({ ask: 'deactivate' }, { limitMs, overrun })
        .catch((error: unknown) => rethrowInWords(error, overrun));
      return null;
    } catch (error) {
      return messageOf(error);
    } finally {
      await this.dispose();
    }
  }

  onTell(tell: Tell): void {
    switch (tell.tell) {
      case 'tool':
        return this.register(tell);
      case 'subscribe':
        return this.permitted('events') ? this.feed.want(tell.eventType) : this.protocolViolation();
      case 'unsubscribe':
        return this.feed.unwant(tell.eventType);
      case 'cancel':
        return this.network.cancel(tell.request);
      case 'interrupted':
        return this.interrupted(
          pluginCodeTexts.backgroundInterrupted(this.limits.backgroundMs / 1000),
        );
      case 'fault':
        return this.process?.end(tell.message);
      case 'log':
        return this.log(tell.level, tell.message);
    }
  }

  /** Lines above the limit are dropped, which is logged once. */
  private log(level: LogLevel, message: string): void {
    if (this.logLines.take()) {
      this.leavesOut = false;
      this.pluginContext.log[level](message);
    } else if (!this.leavesOut) {
      this.leavesOut = true;
      this.pluginContext.log.warn(pluginCodeTexts.logLinesLeftOut(pluginLimits.logLinesPerMinute));
    }
  }

  onRequest(request: GuestRequest): void {
    if (request.request === 'fetch') void this.network.answer(request);
    else void this.files.grant(request);
  }

  onEnd(reason: string): void {
    void this.dispose();
    this.publish(() => this.pluginContext.onFailure(reason));
  }

  private async activate(): Promise<void> {
    const { manifest, settings } = this.plugin;
    const { entry, files } = await readSources(this.plugin.directory, manifest.entry ?? '');
    this.process = await PluginProcess.start({ bundle: files }, this, this.limits.backgroundMs);
    const limitMs = this.limits.activationMs;
    const overrun = pluginCodeTexts.activationTimedOut(limitMs / 1000);
    const activation: Ask = { ask: 'activate', entry, manifest, settings };
    await this.process
      .ask(activation, { limitMs, overrun, onAnswered: () => (this.activated = true) })
      .catch((error: unknown) => rethrowInWords(error, overrun));
    // A process that ends in the tick of its activation was activated and then failed.
    if (this.process === null) return;
    // Ends with the plugin; what `Repeater` repeats ends with the application.
    this.pingTimer = setInterval(() => this.ping(), this.limits.pingMs).unref();
  }

  /** In its own turn, so that the order of events does not depend on how they were sent. */
  private publish(note: () => void): void {
    if (!this.activated) return;
    setImmediate(() => {
      if (!this.stopping) note();
    });
  }

  /** Detects a plugin that loops while nothing is asked of it. */
  private ping(): void {
    if (this.process === null || this.process.outstanding > 0) return;
    const limitMs = this.limits.pingMs;
    const overrun = pluginCodeTexts.unresponsive(limitMs / 1000);
    this.process
      .ask({ ask: 'ping' }, { limitMs, overrun, excused: () => this.runningCalls > 0 })
      .catch(() => undefined);
  }

  private register(declared: DeclaredTool): void {
    const full = this.registered.size >= pluginLimits.tools || this.registered.has(declared.name);
    if (!this.permitted('tools') || full) return this.protocolViolation();
    const { id } = this.plugin.manifest;
    if (!isToolNameOf(id, declared.name)) return this.protocolViolation();
    try {
      this.pluginContext.claimTool(declared.name);
    } catch (error) {
      return this.process?.end(messageOf(error));
    }
    const tool = pluginTool(id, declared, (name, args, context) => this.call(name, args, context));
    this.registered.set(tool.name, tool);
    this.publish(this.pluginContext.onTools);
  }

  private permitted(permission: 'tools' | 'events'): boolean {
    return this.plugin.manifest.permissions?.includes(permission) ?? false;
  }

  /** The API never sends such a message; the plugin has changed it. */
  private protocolViolation(): void {
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
      const onInterrupted = (text: string): void => this.interrupted(text);
      return await callInPlugin({ process, files, name, args, context, limitMs, onInterrupted });
    } finally {
      this.runningCalls -= 1;
    }
  }

  /** Code was interrupted; the plugin continues, unless it happens too often. */
  private interrupted(text: string): void {
    if (this.interruptions.take()) return this.pluginContext.log.warn(text);
    this.process?.end(pluginCodeTexts.interruptedTooOften(pluginLimits.interruptionsPerMinute));
  }

  private async deliver(event: ServerEvent): Promise<void> {
    const limitMs = this.limits.eventHandlerMs;
    const limit: AskLimit = {
      limitMs,
      overrun: pluginCodeTexts.handlerTimedOut(event.type, limitMs / 1000),
      // A tool call may block the thread longer; its own limit applies.
      excused: () => this.runningCalls > 0,
    };
    try {
      await this.process?.ask({ ask: 'handle', event }, limit);
    } catch (error) {
      if (!(error instanceof PluginInterruptedError)) throw error;
      this.interrupted(pluginCodeTexts.handlerInterrupted(event.type, limitMs / 1000));
    }
  }

  private async dispose(): Promise<void> {
    clearInterval(this.pingTimer);
    this.feed.close();
    this.network.close();
    this.registered.clear();
    const { process } = this;
    this.process = null;
    await process?.stop();
  }
}

/** Adds words to an interruption; rethrows other errors unchanged. */
function rethrowInWords(error: unknown, words: string): never {
  throw error instanceof PluginInterruptedError ? new Error(words, { cause: error }) : error;
}
