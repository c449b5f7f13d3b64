import { clip } from '#platform/text/clip.js';
import type { ServerEvent } from '#protocol/events.js';
import { type LogLevel, logLevels, type PluginPermission } from '#protocol/records/enums.js';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { pluginLimits } from '../../plugin-limits.js';
import { namespacedToolName } from '../../tools/namespaced-name.js';
import type { Ask, FromPlugin, ToolOutcome, FileOperation } from '../messages.js';
import { messageOf } from './message-of.js';
import type { AbortSignal } from './web/abort.js';
import type { ServiceRequests } from './service-requests.js';

type Activation = Extract<Ask, { ask: 'activate' }>;
type Run = Extract<Ask, { ask: 'run' }>;

interface PluginTool {
  readonly name: string;
  readonly run: (args: unknown, context: object) => unknown;
}

/** A module's unchecked exports. */
interface EntryModule {
  readonly activate?: unknown;
  readonly deactivate?: unknown;
  readonly default?: unknown;
}

type Hook = (api?: object) => unknown;

/** The context of a tool call, besides its arguments and settings. */
interface CallContext {
  readonly signal: AbortSignal;
  readonly files: WorkspaceFiles;
}

/**
 * The plugin's code and its API (docs/plugins.md, The code). Missing permissions are refused here,
 * where the plugin can catch it, and again by the service.
 */
export class PluginCode {
  private readonly tools = new Map<string, PluginTool>();
  private readonly handlers: EventHandlers;
  private module: EntryModule = {};
  private activation: Activation | null = null;

  constructor(private readonly say: (message: FromPlugin) => void) {
    this.handlers = new EventHandlers(
      (eventType, wanted) => say({ tell: wanted ? 'subscribe' : 'unsubscribe', eventType }),
      (message) => this.log('warn', message),
    );
  }

  /** @throws whatever the module or its `activate` throws. */
  async activate(activation: Activation): Promise<void> {
    this.activation = activation;
    this.module = exportsOf((await import(activation.entry)) as EntryModule);
    const activate = hookOf(this.module.activate);
    if (activate === null) {
      throw new Error(pluginCodeTexts.entryNoActivate(activation.manifest.entry ?? ''));
    }
    await activate(this.api(activation));
  }

  async deactivate(): Promise<void> {
    await hookOf(this.module.deactivate)?.();
  }

  async run({ tool, args, workspaceRoot }: Run, pluginContext: CallContext): Promise<ToolOutcome> {
    const registered = this.tools.get(tool);
    if (registered === undefined) throw new Error(pluginCodeTexts.noSuchTool(tool));
    const settings = frozen(this.activation?.settings ?? {});
    const context = { workspaceRoot, settings, ...pluginContext, log: this.log };
    return toolOutcome(await registered.run(args, context));
  }

  handle(ask: Extract<Ask, { ask: 'handle' }>): Promise<void> {
    return this.handlers.handle(ask.event);
  }

  readonly log = (level: unknown, message: unknown): void => {
    const known: LogLevel = logLevels.find((name) => name === level) ?? 'info';
    const text = String(message).slice(0, pluginLimits.logLineCharacters);
    this.say({ tell: 'log', level: known, message: text });
  };

  private api({ manifest, settings }: Activation): object {
    return Object.freeze({
      manifest: frozen(manifest),
      settings: frozen(settings),
      log: this.log,
      registerTool: (tool: unknown) => this.registerTool(tool),
      on: (eventType: unknown, handler: unknown) => this.subscribe(eventType, handler),
    });
  }

  private registerTool(offered: unknown): void {
    const { id } = this.demand('tools', pluginCodeTexts.registerTool);
    const { name, description, parameters, run } = (offered ?? {}) as Record<string, unknown>;
    const published = typeof name === 'string' ? namespacedToolName(id, name) : null;
    if (typeof name !== 'string' || published === null) {
      throw new Error(pluginCodeTexts.toolNeedsName);
    }
    if (typeof run !== 'function') throw new Error(pluginCodeTexts.toolNeedsRun(name));
    if (this.tools.has(published)) throw new Error(pluginCodeTexts.toolRegistered(published));
    if (this.tools.size === pluginLimits.tools) {
      throw new Error(pluginCodeTexts.tooManyTools(pluginLimits.tools));
    }
    this.say({
      tell: 'tool',
      name: published,
      description: typeof description === 'string' ? description : '',
      parameters: (parameters ?? {}) as Record<string, unknown>,
    });
    this.tools.set(published, { name, run: run.bind(offered) as PluginTool['run'] });
  }

  private subscribe(eventType: unknown, handler: unknown): () => void {
    this.demand('events', pluginCodeTexts.subscribe);
    if (typeof eventType !== 'string' || eventType === '' || typeof handler !== 'function') {
      throw new Error(pluginCodeTexts.handlerNeeded);
    }
    return this.handlers.add(eventType, handler as EventHandler);
  }

  private demand(permission: PluginPermission, what: string): { readonly id: string } {
    const { id = '', permissions = [] } = this.activation?.manifest ?? {};
    if (!permissions.includes(permission)) {
      throw new Error(pluginCodeTexts.permissionNeeded(id, what, permission, permissions));
    }
    return { id };
  }
}

function hookOf(exported: unknown): Hook | null {
  return typeof exported === 'function' ? (exported as Hook) : null;
}

/** Exports of a CommonJS module that its text does not show are under `default`. */
function exportsOf(module: EntryModule): EntryModule {
  const whole = module.default;
  const isWhole = module.activate === undefined && typeof whole === 'object' && whole !== null;
  return isWhole ? whole : module;
}

/** A deeply frozen copy. */
function frozen<T>(value: T): T {
  return freezeDeep(structuredClone(value));
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freezeDeep);
    Object.freeze(value);
  }
  return value;
}

type EventHandler = (event: ServerEvent) => unknown;

/**
 * A plugin's handlers by event type; the office is told about each type's first and last handler.
 */
class EventHandlers {
  private readonly byType = new Map<string, Set<EventHandler>>();

  constructor(
    private readonly onWanted: (eventType: string, wanted: boolean) => void,
    private readonly warn: (message: string) => void,
  ) {}

  /** @returns a function that unsubscribes; idempotent. */
  add(eventType: string, handler: EventHandler): () => void {
    // Each subscription is separate, even with the same function.
    const subscribed: EventHandler = (event) => handler(event);
    const handlers = this.byType.get(eventType) ?? new Set();
    this.byType.set(eventType, handlers.add(subscribed));
    if (handlers.size === 1) this.onWanted(eventType, true);
    return () => {
      if (handlers.delete(subscribed) && handlers.size === 0) this.onWanted(eventType, false);
    };
  }

  /** Calls every handler and waits for all; errors are reported, subscriptions kept. */
  async handle(event: ServerEvent): Promise<void> {
    const handlers = [...(this.byType.get(event.type) ?? [])];
    await Promise.all(handlers.map((handler) => this.attempt(handler, event)));
  }

  private async attempt(handler: EventHandler, event: ServerEvent): Promise<void> {
    try {
      await handler(event);
    } catch (thrown) {
      this.warn(pluginCodeTexts.handlerThrew(messageOf(thrown)));
    }
  }
}

const previewCharacters = 1000;
const pathCharacters = 1000;

/** Converts a tool's return value for the service. */
function toolOutcome(result: unknown): ToolOutcome {
  if (typeof result !== 'object' || result === null) throw new Error(pluginCodeTexts.badResult);
  const { ok, content, preview, affectsPaths } = result as Record<string, unknown>;
  return {
    ok: ok === true,
    content: clip(spelled(content), pluginLimits.toolContentCharacters),
    ...(typeof preview === 'string' ? { preview: clip(preview, previewCharacters) } : {}),
    ...(Array.isArray(affectsPaths) ? { affectsPaths: pathsOf(affectsPaths) } : {}),
  };
}

/** Content that is not text is converted to JSON. */
function spelled(content: unknown): string {
  if (typeof content === 'string') return content;
  return content === undefined ? '' : JSON.stringify(content);
}

function pathsOf(paths: readonly unknown[]): readonly string[] {
  return paths
    .filter((path) => typeof path === 'string' && path.length <= pathCharacters)
    .slice(0, pluginLimits.affectedPaths) as readonly string[];
}

/** The workspace files of a tool call. Paths are relative. */
interface WorkspaceFiles {
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** Names in a directory; directories end with `/`. */
  list(path?: string): Promise<readonly string[]>;
}

/** The files of one tool call; inaccessible once `isOver` returns true. */
export function workspaceFiles(
  requests: ServiceRequests,
  call: number,
  isOver: () => boolean,
): WorkspaceFiles {
  const ask = async (request: FileOperation, path: unknown, content?: string) => {
    if (isOver()) throw new Error(pluginCodeTexts.fileOver);
    const asked = { request, call, path: String(path) };
    return requests.ask(content === undefined ? asked : { ...asked, content });
  };
  return {
    read: async (path) => (await ask('read', path)) as string,
    write: async (path, content) => void (await ask('write', path, String(content))),
    list: async (path = '.') => (await ask('list', path)) as readonly string[],
  };
}
