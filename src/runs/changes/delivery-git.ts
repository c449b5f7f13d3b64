import { isIP } from 'node:net';
import { addressWithLogin } from '../../platform/config/proxy-address.js';
import { bareHost } from '../../platform/net/addresses.js';
import type { Way } from '../../platform/net/judged-way.js';
import type { Repository } from '../../tools/git/find-repository.js';
import { guardingConfiguration } from '../../tools/git/git-configuration.js';
import { guardedGit } from '../../tools/git/guarded-git.js';
import { answerOf, gitTimeoutMs } from './shadow-git.js';
import type { ShadowRepository } from './shadow-repository.js';
import { startInHelper } from './states-helper.js';

/** Longest output of a command, characters. */
const maxOutput = 8_000_000;

/** Filters are the only programs that run, because the user configures how contents are stored. */
const { 'core.attributesFile': _attributes, ...quiet } = guardingConfiguration([], true);
const configuration = { ...quiet, 'core.safecrlf': 'false', 'core.sparseCheckout': 'false' };

/** Git configuration for commits that borrow the objects of a user's repository. */
export function configurationFor({ workTree }: Repository): Readonly<Record<string, string>> {
  return { ...configuration, 'safe.directory': workTree };
}

/** A remote repository, over HTTP. */
export interface RemoteRepository {
  /** Without credentials. */
  readonly address: string;
  /** Name and password. */
  readonly account: string;
  /** The checked way to its host. */
  readonly way: Way;
}

/** Git configuration for a remote repository, which may not redirect to another host. */
export function configurationOver({
  address,
  account,
  way: { proxy, addresses },
}: RemoteRepository): Readonly<Record<string, string>> {
  const { hostname, port, protocol } = new URL(address);
  const place = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const pinned = addresses.map((each) => (each.family === 6 ? `[${each.address}]` : each.address));
  const isName = isIP(bareHost(hostname)) === 0;
  const credentials = Buffer.from(account).toString('base64');
  return {
    'protocol.http.allow': 'always',
    'protocol.https.allow': 'always',
    'http.followRedirects': 'false',
    // An empty value means no proxy.
    'http.proxy': proxy === null ? '' : addressWithLogin(proxy),
    ...(isName && pinned.length > 0 && { 'http.curloptResolve': `${place}:${pinned.join(',')}` }),
    [`http.${address}.extraHeader`]: `Authorization: Basic ${credentials}`,
  };
}

interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Longest transfer of a whole history, ms. */
export const transferMs = 10 * 60_000;

/** The environment without its proxy variables, `no_proxy` included. */
export function withoutProxies(
  environment: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(environment).filter(([name]) => !/^[a-z]+_proxy$/i.test(name));
  return Object.fromEntries(kept);
}

/** The output of a command. @throws SnapshotError */
export async function runGit({
  args,
  cwd,
  environment,
  input,
  timeoutMs = gitTimeoutMs,
}: GitCall): Promise<string> {
  const outcome = await startInHelper({
    file: 'git',
    args: ['--no-pager', ...args],
    cwd,
    environment,
    timeoutMs,
    output: { head: maxOutput },
    ...(input !== undefined && { input }),
  });
  return answerOf(outcome, args.find((each) => !each.startsWith('-')) ?? '', undefined, timeoutMs);
}

/** Output of git on the user's repository; null: it failed. */
export async function askUsers(
  shadow: ShadowRepository,
  users: Repository,
  inherited: Readonly<Record<string, string>>,
  args: readonly string[],
  timeoutMs = gitTimeoutMs,
): Promise<string | null> {
  const { code, stdout } = await guardedGit({
    args,
    writes: false,
    root: shadow.place.workspace,
    ...users,
    inherited,
    timeoutMs,
    signal: new AbortController().signal,
    start: startInHelper,
  });
  return code === 0 ? stdout.trim() : null;
}

/** Prefix of the names of folders that one delivery needs. */
const prefix = 'delivery-';

export function newDeliveryName(): string {
  return `${prefix}${crypto.randomUUID()}`;
}

/** True for files and folders that are needed only during a delivery. */
export function isOfDelivery(name: string): boolean {
  return name.startsWith(prefix) || name.endsWith('.bundle');
}
