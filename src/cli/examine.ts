import type { Health, OfficeState } from '../protocol/records/office.js';
import { office } from './command-name.js';

/** What the doctor found out about one thing. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'error';
  readonly what: string;
  readonly finding: string;
}

export interface Examined {
  readonly url: string;
  readonly health: Health;
  readonly state: OfficeState;
  /** Why the service is not ready; null when it is. */
  readonly obstacle: string | null;
}

/** Everything that a person who runs the service would want to know, good news included. */
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
    ...providers(state, llmMode === 'live'),
    ...extensions(state),
    ...approvals(state),
  ];
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
  return configured.map(
    ({ id, ok: answers, detail, modelCount, modelSource, modelSourceDetail, local }) => {
      const what = `provider ${id}`;
      if (answers === false && !local) return bad('error', what, detail ?? 'does not answer');
      if (modelSource === 'degraded') return bad('warn', what, modelSourceDetail ?? 'degraded');
      return ok(what, `${modelCount} model(s), ${modelSource}`);
    },
  );
}

/** Those that work are not worth a line each. */
function extensions({ vendorBay, mcp, plugins }: OfficeState): readonly Finding[] {
  return [
    ...vendorBay.vendors
      .filter(({ status }) => status === 'unreachable' || status === 'errored')
      .map(({ id, detail, lastError }) =>
        bad('warn', `harness ${id}`, lastError ?? detail ?? 'cannot be reached'),
      ),
    ...mcp.servers
      .filter(({ state }) => state === 'failed')
      .map(({ id, error }) => bad('warn', `MCP server ${id}`, error ?? 'failed')),
    ...(mcp.problems ?? []).map((problem) => bad('warn', 'MCP configuration', problem)),
    ...plugins.records
      .filter(({ status }) => status === 'error')
      .map(({ manifest, error }) => bad('error', `plugin ${manifest.id}`, error ?? 'failed')),
  ];
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
