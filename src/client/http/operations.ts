import type { ClientCommandPayloads } from '../../protocol/commands.js';
import type { McpRefreshed } from '../../protocol/records/mcp.js';
import type {
  MemoryEmbedding,
  MemoryFact,
  MemoryInput,
  MemoryLedger,
  MemoryRetraction,
  MemorySearchResult,
} from '../../protocol/records/memory.js';
import type {
  ProviderKeys,
  BenchmarksAnswer,
  DiscoveryAnswer,
  ModelHealthAnswer,
  ModelSpec,
  ProviderStatus,
} from '../../protocol/records/models.js';
import type { Health, OfficeSettings, OfficeState } from '../../protocol/records/office.js';
import type { SkillSummary, ToolInfo } from '../../protocol/records/skills.js';
import type { VendorBay } from '../../protocol/records/vendors.js';
import type {
  ChangeActions,
  ChangedLines,
  RunChanges,
  RunComment,
} from '../../protocol/records/change-review.js';
import type { Run, RunCounts, RunDetail } from '../../protocol/records/work.js';
import type { DirectMessage, PlanReply } from '../../protocol/records/conversations.js';
import type { RunSearch } from '../../protocol/rules/run-search.js';
import type { AskedLines, MemorySearch, RunsPage, SinceVersion } from './asked.js';
import { newRequestId } from '../request-id.js';
import { addressOf, type OfficeAddress } from '../address.js';
import { type CallOptions, HttpTransport } from './http-transport.js';
import { FloorOperations, type SubmitOptions } from './floor-operations.js';
import { part } from './plugin-operations.js';

/**
 * The interface's 48 operations and further ones, one method each; errors as of
 * `HttpTransport.ask`.
 */
export class Operations extends FloorOperations {
  /** Operations of the office at the address. */
  static at(address: OfficeAddress | string): Operations {
    return new Operations(new HttpTransport(addressOf(address)));
  }

  health(call?: CallOptions): Promise<Health> {
    return this.get('health', call);
  }

  state(call?: CallOptions): Promise<OfficeState> {
    return this.get('state', call);
  }

  /**
   * Active and latest final runs, newest first; with parameters, a page of the matching stored
   * runs.
   */
  runs(asked: RunsPage = {}, call?: CallOptions): Promise<readonly Run[]> {
    return this.get('runs', { ...call, query: { ...asked } });
  }

  /** How many stored runs match. */
  runCounts(asked: Omit<RunSearch, 'sort'> = {}, call?: CallOptions): Promise<RunCounts> {
    return this.transport.ask('/runs/counts', { ...call, query: { ...asked } });
  }

  run(id: string, call?: CallOptions): Promise<RunDetail> {
    return this.get(`runs/${part(id)}`, call);
  }

  /** All file changes of a run, up to now if it is at work. */
  changes(id: string, { since, ...call }: CallOptions & SinceVersion = {}): Promise<RunChanges> {
    return this.transport.ask(`/runs/${part(id)}/changes`, { ...call, query: { since } });
  }

  /** Lines of a changed file, at most 2,000. */
  changedLines(id: string, asked: AskedLines, call?: CallOptions): Promise<ChangedLines> {
    return this.transport.ask(`/runs/${part(id)}/changes/lines`, { ...call, query: { ...asked } });
  }

  /** The comments on the change of a run, sent and kept. */
  comments(id: string, call?: CallOptions): Promise<readonly RunComment[]> {
    return this.transport.ask(`/runs/${part(id)}/comments`, call);
  }

  /** What can be done with the change of a run, and why the rest cannot. */
  changeActions(
    id: string,
    { turnId, ...call }: CallOptions & { readonly turnId?: string | undefined } = {},
  ): Promise<ChangeActions> {
    return this.transport.ask(`/runs/${part(id)}/changes/actions`, { ...call, query: { turnId } });
  }

  /**
   * The patch of all or of the named files as bytes, because files need not be UTF-8. Requested
   * with the first piece.
   */
  patchOf(
    id: string,
    paths: readonly string[] = [],
    { since, ...call }: CallOptions & SinceVersion = {},
  ): AsyncGenerator<Uint8Array> {
    return this.transport.read(`/runs/${part(id)}/changes.patch`, {
      ...call,
      query: { path: paths, since },
    });
  }

  /** Starts exactly one run, even if the connection breaks and the request is repeated. */
  submit(
    submission: ClientCommandPayloads['submit'],
    { idempotencyKey = newRequestId(), ...call }: SubmitOptions = {},
  ): Promise<Run> {
    const question = { ...call, idempotencyKey, body: submission };
    return this.transport.ask('/api/submit', { ...question, method: 'POST' });
  }

  /** Asks an employee outside any run; returns the whole conversation. */
  chat(
    message: ClientCommandPayloads['chat'],
    call?: CallOptions,
  ): Promise<readonly DirectMessage[]> {
    return this.post('chat', message, call);
  }

  plan(request: ClientCommandPayloads['plan'], call?: CallOptions): Promise<PlanReply> {
    return this.post('plan', request, call);
  }

  skills(call?: CallOptions): Promise<readonly SkillSummary[]> {
    return this.get('skills', call);
  }

  tools(call?: CallOptions): Promise<readonly ToolInfo[]> {
    return this.get('tools', call);
  }

  /** Providers whose key can be given by a command, without the keys. */
  providerKeys(call?: CallOptions): Promise<ProviderKeys> {
    return this.transport.ask('/providers/keys', call);
  }

  settings(call?: CallOptions): Promise<OfficeSettings> {
    return this.get('settings', call);
  }

  updateSettings(change: Partial<OfficeSettings>, call?: CallOptions): Promise<OfficeSettings> {
    return this.post('settings', change, call);
  }

  /** The same as `updateSettings`. */
  putSettings(change: Partial<OfficeSettings>, call?: CallOptions): Promise<OfficeSettings> {
    return this.put('settings', change, call);
  }

  /** The same as `updateSettings`. */
  patchSettings(change: Partial<OfficeSettings>, call?: CallOptions): Promise<OfficeSettings> {
    return this.patch('settings', change, call);
  }

  models(call?: CallOptions): Promise<readonly ModelSpec[]> {
    return this.get('models', call);
  }

  providers(call?: CallOptions): Promise<readonly ProviderStatus[]> {
    return this.get('providers', call);
  }

  discoverModels(
    what: { readonly providerId?: string; readonly force?: boolean } = {},
    call?: CallOptions,
  ): Promise<DiscoveryAnswer> {
    return this.post('models/discover', what, call);
  }

  refreshBenchmarks(call?: CallOptions): Promise<BenchmarksAnswer> {
    return this.post('models/benchmarks', undefined, call);
  }

  refreshModelHealth(
    what: { readonly limit?: number } = {},
    call?: CallOptions,
  ): Promise<ModelHealthAnswer> {
    return this.post('models/health', what, call);
  }

  /** The ledger, newest first; without a limit all of it. */
  memory(
    page: { readonly limit?: number; readonly before?: string } = {},
    call?: CallOptions,
  ): Promise<MemoryLedger> {
    return this.get('memory', { ...call, query: { ...page } });
  }

  searchMemory(search: MemorySearch = {}, call?: CallOptions): Promise<MemorySearchResult> {
    return this.get('memory/search', { ...call, query: { ...search } });
  }

  remember(fact: MemoryInput, call?: CallOptions): Promise<MemoryFact> {
    return this.post('memory', fact, call);
  }

  retract(id: string, reason?: string, call?: CallOptions): Promise<MemoryRetraction> {
    return this.post(`memory/${part(id)}/retract`, { reason }, call);
  }

  embedMemory(
    what: { readonly limit?: number } = {},
    call?: CallOptions,
  ): Promise<MemoryEmbedding> {
    return this.post('memory/embed', what, call);
  }

  refreshMcp(call?: CallOptions): Promise<McpRefreshed> {
    return this.post('mcp/refresh', undefined, call);
  }

  refreshVendors(call?: CallOptions): Promise<VendorBay> {
    return this.post('vendors/refresh', undefined, call);
  }
}
