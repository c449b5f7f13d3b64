import { ruleTexts } from '../../protocol/texts/configuration.js';
import type { EnvironmentReader } from './environment-reader.js';
import { type ProxiesConfig, type ProxyAddress, proxyAddress } from './proxy-address.js';

/**
 * Reads the usual proxy variables, in lower or upper case; lower case wins, as in curl. An empty
 * value means no proxy.
 */
export function readProxies(reader: EnvironmentReader): ProxiesConfig {
  reader.names.add('ALL_PROXY');
  const all = () => proxyIn(reader, 'ALL_PROXY');
  return {
    http: proxyIn(reader, 'HTTP_PROXY', all),
    https: proxyIn(reader, 'HTTPS_PROXY', all),
    direct: listed(setName(reader, 'NO_PROXY') ?? 'NO_PROXY', reader),
  };
}

/** The spelling of the variable that is set. */
function setName(reader: EnvironmentReader, name: string): string | null {
  reader.names.add(name);
  return [name.toLowerCase(), name].find((each) => reader.isSet(each)) ?? null;
}

function proxyIn(
  reader: EnvironmentReader,
  name: string,
  otherwise: () => ProxyAddress | null = () => null,
): ProxyAddress | null {
  const set = setName(reader, name);
  if (set === null) return otherwise();
  const text = reader.textOf(set);
  if (text === '') return null;
  const proxy = proxyAddress(text);
  if (proxy === null) reader.problems.push(`${set} ${ruleTexts.proxy}`);
  return proxy;
}

/** Entries separated by commas, semicolons or blanks; quotes that no shell removed are left out. */
function listed(name: string, reader: EnvironmentReader): readonly string[] {
  return reader
    .textOf(name)
    .split(/[\s,;"']+/)
    .filter((entry) => entry !== '');
}
