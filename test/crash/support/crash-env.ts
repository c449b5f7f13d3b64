import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { addressOf } from '../../support/created-database.js';
import type { CountingProvider } from './counting-provider.js';

export interface CrashPlace {
  /** Holds everything the service writes, besides the database. */
  readonly directory: string;
  readonly database: DatabaseConfig;
  readonly provider: CountingProvider;
}

/**
 * The environment of a service under test: real turns at a provider on the loopback, short leases,
 * every question to people asked, nothing else switched on.
 */
export function crashEnv({
  directory,
  database,
  provider,
}: Omit<CrashPlace, 'provider'> & { readonly provider: Pick<CountingProvider, 'baseUrl'> }): Record<
  string,
  string
> {
  const noPlugins = join(directory, 'no-plugins');
  mkdirSync(noPlugins, { recursive: true });
  return {
    OFFICE_DB: addressOf(database),
    OFFICE_LEASE_MS: '1000',
    OFFICE_LLM_MODE: 'live',
    OPENAI_API_KEY: 'test-key',
    OFFICE_OPENAI_BASE_URL: provider.baseUrl,
    OFFICE_OPENAI_ENDPOINT: 'chat',
    OFFICE_MODEL_DISCOVERY: 'false',
    OFFICE_BENCHMARKS: 'false',
    OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001',
    OFFICE_WORKSPACE: join(directory, 'workspace'),
    OFFICE_WORKSPACES_ROOT: join(directory, 'workspaces'),
    // The provider of a shipped plugin would be tried first, and there is no server of it here.
    OFFICE_PLUGINS_DIR: noPlugins,
    OFFICE_PLUGIN_INSTALL_DIR: join(directory, 'plugins'),
    OFFICE_MCP: 'false',
    OFFICE_VENDOR_DELEGATION: 'false',
  };
}
