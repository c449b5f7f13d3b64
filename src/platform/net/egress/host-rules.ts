import ipaddr from 'ipaddr.js';

/** A host and port, as a request names them. */
export interface HostAndPort {
  /** Lower case, without brackets or a final dot. */
  readonly host: string;
  readonly port: number;
}

const ports: readonly number[] = [443, 80];
const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const name = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label})*$`);

/**
 * A rule of the hosts that commands in the sandbox may reach: a host, or `*.` and a domain for its
 * subdomains, each optionally with a port. In lower case; null: it is no such rule.
 */
export function hostRule(text: string): string | null {
  const rule = text.trim().toLowerCase();
  const { host, port } = parts(rule);
  const isHost = host.length <= 253 && (name.test(host) || isAddress(host));
  return isHost && (port === undefined || (port > 0 && port < 65_536)) ? rule : null;
}

/** True if a rule names the host; a rule without a port is for 443 and 80. */
export function isNamed({ host, port }: HostAndPort, rules: readonly string[]): boolean {
  return rules.some((rule) => {
    const named = parts(rule);
    const isPort = named.port === undefined ? ports.includes(port) : named.port === port;
    return isPort && isHostOf(host, named.host);
  });
}

/** The registries that package managers use unless they are told otherwise. */
export const packageHosts: readonly string[] = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'jsr.io',
  'npm.jsr.io',
  'pypi.org',
  'files.pythonhosted.org',
  'index.crates.io',
  'static.crates.io',
  'proxy.golang.org',
  'sum.golang.org',
  'rubygems.org',
  'index.rubygems.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
  'plugins.gradle.org',
  'repo.packagist.org',
  'api.nuget.org',
];

function isHostOf(host: string, named: string): boolean {
  return named.startsWith('*.') ? host.endsWith(named.slice(1)) : host === bare(named);
}

function parts(rule: string): { readonly host: string; readonly port?: number } {
  const { host, port } = /^(?<host>\[[^\]]*\]|[^:]*):(?<port>\d{1,5})$/.exec(rule)?.groups ?? {};
  return host === undefined ? { host: rule } : { host, port: Number(port) };
}

function isAddress(host: string): boolean {
  return (
    ipaddr.IPv4.isValidFourPartDecimal(host) ||
    (host.startsWith('[') && ipaddr.IPv6.isValid(bare(host)))
  );
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
