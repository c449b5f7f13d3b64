import type { Command } from 'commander';
import { OfficeRefusal } from '../../client/errors.js';
import { HttpTransport } from '../../client/http/http-transport.js';
import type { McpServer } from '../../protocol/records/mcp.js';
import type { ProviderStatus } from '../../protocol/records/models.js';
import type { Health, OfficeState } from '../../protocol/records/office.js';
import type { PluginRecord } from '../../protocol/records/plugins.js';
import type { Vendor } from '../../protocol/records/vendors.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import { exitCodes } from '../exit-codes.js';
import { excerpt } from '../printable.js';

export function addDoctor(program: Command, act: Act): void {
  program
    .command('doctor')
    .description('whether the service and what it leans on are well')
    .addHelpText('after', '\nExit code 0: no finding is an error. 1: one is. 3: nobody answers.')
    .action(act(doctor));
}

async function doctor({ address, http, out }: Around): Promise<number> {
  const health: Health = await http.health();
  const [state, obstacle]: [OfficeState, string | null] = await Promise.all([
    http.state(),
    obstacleOf(new HttpTransport(address)),
  ]);
  const findings: readonly Finding[] = examine({ url: address.url, health, state, obstacle });
  out.list(findings, (shown) =>
    out.table(
      ['', 'what', 'finding'],
      shown.map(({ level, what, finding }) => [level, what, excerpt(finding, 160)]),
    ),
  );
  return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.done;
}

/** Why the service accepts no work; null if it does. */
async function obstacleOf(transport: HttpTransport): Promise<string | null> {
  try {
    await transport.ask('/readyz');
    return null;
  } catch (error) {
    if (error instanceof OfficeRefusal) return error.message;
    throw error;
  }
}

/** One finding of the doctor. */
interface Finding {
  readonly level: 'ok' | 'warn' | 'error';
  readonly what: string;
  readonly finding: string;
}

interface Examined {
  readonly url: string;
  readonly health: Health;
  readonly state: OfficeState;
  /** Why the service is not ready; null if it is. */
  readonly obstacle: string | null;
}

/** All findings for an operator, including good ones. */
export function examine({ url, health, state, obstacle }: Examined): readonly Finding[] {
  const { version, protocolVersion, store, llmMode, llmModeReason } = health;
  const inMemory = store.startsWith('memory');
  return [
    ok('service', `${url}, version ${version}, protocol ${protocolVersion}`),
    obstacle === null ? ok('readiness', 'takes work') : bad('error', 'readiness', obstacle),
    inMemory
      ? bad('warn', 'store', `${store}: history is lost with the process`)
      : ok('store', store),
    health.configStale
      ? bad('warn', 'configuration', health.configStaleDetail ?? 'changed since the start')
      : ok('configuration', 'as it was read at the start'),
    ...(health.problems ?? []).map((problem) => bad('warn', 'configuration', problem)),
    ok('mode', `${llmMode}: ${llmModeReason}`),
    ...sandbox(health),
    ...providers(state, llmMode === 'live'),
    ...extensions(state),
    ...approvals(state),
  ];
}

/** A missing sandbox is an error if the service requires one. */
function sandbox({ sandbox: state }: Health): readonly Finding[] {
  if (state === undefined) return [];
  const { mode, available, detail } = state;
  if (available) return [ok('sandbox', detail)];
  return [bad(mode === 'required' ? 'error' : 'warn', 'sandbox', detail)];
}

function providers({ providers }: OfficeState, isLive: boolean): readonly Finding[] {
  const configured = providers.filter((provider) => provider.configured);
  if (configured.length === 0) {
    const none = `none is set up: ${office} models providers says how`;
    return [
      isLive
        ? bad('error', 'providers', none)
        : ok('providers', `${none}; employees are simulated`),
    ];
  }
  return configured.map(provider);
}

/** Distinguishes probed providers from merely configured ones. */
function provider(status: ProviderStatus): Finding {
  const { id, ok: answers, detail, modelCount, modelSource, modelSourceDetail, local } = status;
  const what = `provider ${id}`;
  if (answers === false) return bad(local ? 'warn' : 'error', what, detail ?? 'does not answer');
  if (modelSource === 'degraded') return bad('warn', what, modelSourceDetail ?? 'degraded');
  const models = `${modelCount} model(s), ${modelSource}`;
  return answers === null ? bad('warn', what, `not asked yet; ${models}`) : ok(what, models);
}

function extensions({ vendorBay, mcp, plugins }: OfficeState): readonly Finding[] {
  return [
    ...vendorBay.vendors.map(harness),
    ...mcp.servers.map(mcpServer),
    ...(mcp.problems ?? []).map((problem) => bad('warn', 'MCP configuration', problem)),
    ...plugins.records.map(plugin),
  ];
}

function harness({ id, status, detail, lastError }: Vendor): Finding {
  const what = `harness ${id}`;
  const isWell = status === 'docked' || status === 'engaged';
  if (isWell) return ok(what, status);
  if (status === 'offsite') return ok(what, detail ?? 'not looked for yet');
  return bad('warn', what, lastError ?? detail ?? 'cannot be reached');
}

function mcpServer({ id, state, toolCount, error }: McpServer): Finding {
  const what = `MCP server ${id}`;
  if (state === 'ready') return ok(what, `ready, ${toolCount} tool(s)`);
  if (state === 'disabled') return ok(what, 'switched off');
  return bad('warn', what, error ?? state);
}

function plugin({ manifest, status, error }: PluginRecord): Finding {
  const what = `plugin ${manifest.id}`;
  if (status === 'error') return bad('error', what, error ?? 'failed');
  return ok(what, status === 'loaded' ? `loaded, version ${manifest.version}` : 'switched off');
}

function approvals({ approvals: { length } }: OfficeState): readonly Finding[] {
  return length === 0 ? [] : [bad('warn', 'approvals', `${length} wait(s) for a person`)];
}

function ok(what: string, finding: string): Finding {
  return { level: 'ok', what, finding };
}

function bad(level: 'warn' | 'error', what: string, finding: string): Finding {
  return { level, what, finding };
}
