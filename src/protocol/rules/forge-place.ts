import type { ForgeKind } from '../records/enums.js';

/** A repository, as somebody names it. */
interface ForgePlaceNamed {
  /** Null: the address does not say it. */
  readonly kind: ForgeKind | null;
  /** Address of the forge; null: the public one. */
  readonly url: string | null;
  /** `owner/name`. */
  readonly repository: string;
}

const homes: Readonly<Record<string, ForgeKind>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
};

/** What is known of the forge beside the address. */
interface KnownForge {
  readonly kind?: ForgeKind | null | undefined;
  /** Its address. */
  readonly url?: string | null;
}

/** Reads `owner/name`, the address of a repository's page, or one for git. */
export function forgePlaceOf(given: string, known: KnownForge = {}): ForgePlaceNamed {
  const place = placeIn(given);
  const { kind, url, repository } = place;
  if (kind !== null || url === null) return place;
  // A forge may be below a path of its host, which is no part of the repository.
  const path =
    pathBelow(url, known.url ?? '') ?? (known.kind === 'gitea' ? ownPath(repository) : '');
  if (path === '' || !repository.startsWith(`${path}/`)) return place;
  return { kind, url: `${url}/${path}`, repository: repository.slice(path.length + 1) };
}

/** The path of an address on this host; null: another host, or no path. */
function pathBelow(host: string, url: string): string | null {
  if (!URL.canParse(url) || new URL(url).origin !== host) return null;
  return new URL(url).pathname.replaceAll(/^\/|\/$/g, '') || null;
}

/** The path before owner and name. */
function ownPath(repository: string): string {
  return repository.split('/').slice(0, -2).join('/');
}

function placeIn(given: string): ForgePlaceNamed {
  const text = given.trim();
  const secureShell = /^(?:ssh:\/\/)?git@([\w.-]+)[:/]([\w./-]+)$/.exec(text);
  const [, host, path] = secureShell ?? [];
  if (host !== undefined && path !== undefined) return placeAt(`https://${host}`, host, path);
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    return { kind: null, url: null, repository: repositoryIn(text) };
  }
  const { origin, hostname, pathname } = new URL(text);
  return placeAt(origin, hostname, pathname);
}

function placeAt(url: string, host: string, path: string): ForgePlaceNamed {
  const kind = homes[host] ?? null;
  return { kind, url: kind === null ? url : null, repository: repositoryIn(path) };
}

/** The repository without the rest of a page's path, such as `/tree/main`. */
function repositoryIn(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const end = parts.findIndex((part, at) => at > 1 && pagesOf.has(part));
  const named = end < 0 ? parts : parts.slice(0, end);
  return named.join('/').replace(/\.git$/, '');
}

const pagesOf: ReadonlySet<string> = new Set([
  '-',
  'tree',
  'src',
  'issues',
  'pulls',
  'pull',
  'blob',
]);
