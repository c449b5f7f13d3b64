import type {
  DatabaseConfig,
  PooledQualityConfig,
  ProviderConfig,
  SecurityConfig,
} from './office-config.js';

/** Addresses of stores may carry a password; the token opens this very service. */
const ownSecrets = ['OFFICE_API_TOKEN', 'OFFICE_DB'];

/** Names that are withheld from every child process (behaviour-server.md 3.3). */
export function secretNames(
  providers: readonly ProviderConfig[],
  pooledQuality: PooledQualityConfig,
): readonly string[] {
  const keyNames = providers.flatMap(({ keyEnvVar }) => keyEnvVar ?? []);
  return [...keyNames, pooledQuality.keyEnvVar, ...ownSecrets];
}

interface SecretHolders {
  readonly providers: readonly ProviderConfig[];
  readonly pooledQuality: PooledQualityConfig;
  readonly security: SecurityConfig;
  readonly database: DatabaseConfig;
}

/** The values behind them, for the log to leave out. */
export function secretValues(holders: SecretHolders): readonly string[] {
  const { providers, pooledQuality, security, database } = holders;
  const values = [
    ...providers.map(({ key }) => key),
    pooledQuality.key,
    security.apiToken,
    passwordOf(database.kind === 'postgres' ? database.url : null),
  ];
  return values.filter((value) => value !== null && value !== '') as string[];
}

function passwordOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).password;
}
