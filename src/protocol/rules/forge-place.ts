import type { ForgeKind } from '../records/enums.js';

/** A repository, as somebody names it. */
interface ForgePlaceNamed {
  /** Null: the address does not say it. */
  readonly kind: ForgeKind | null;
  /** Address of the forge; null: that of its vendor. */
  readonly url: string | null;
  /** `owner/name`. */
  readonly repository: string;
}

const homes: Readonly<Record<string, ForgeKind>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
};

/** Reads `owner/name`, the address of a repository's page, or one for git. */
export function forgePlaceOf(given: string): ForgePlaceNamed {
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

/** Without what follows the name on pages of a repository. */
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
