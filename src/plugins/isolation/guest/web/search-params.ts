const Native = URLSearchParams;

type Pairs = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/** The engine's class accepts only text; this one also pairs and records. */
export class SearchParams extends Native {
  constructor(init: string | Pairs = '') {
    const isText = typeof init !== 'object';
    super(isText ? String(init) : '');
    if (!isText) for (const [name, value] of pairsOf(init)) this.append(name, String(value));
  }
}

function pairsOf(init: Pairs): Iterable<readonly [string, string]> {
  if (Symbol.iterator in init) return init as Iterable<readonly [string, string]>;
  return Object.entries(init);
}

const parameters = new WeakMap<URL, URLSearchParams>();
const changing = ['append', 'delete', 'set', 'sort'] as const;

/** Adds `searchParams`, which the engine's `URL` lacks, and keeps both in sync. */
export function linkSearchParams(): void {
  Object.defineProperty(URL.prototype, 'searchParams', {
    configurable: true,
    enumerable: true,
    get(this: URL): URLSearchParams {
      const known = parameters.get(this);
      // The URL may have been changed through its `search` or `href`.
      if (known?.toString() === plain(this)) return known;
      const linked = link(this);
      parameters.set(this, linked);
      return linked;
    },
  });
}

function plain(url: URL): string {
  return new URLSearchParams(url.search).toString();
}

function link(url: URL): URLSearchParams {
  const linked = new SearchParams(url.search);
  for (const name of changing) {
    const change = linked[name].bind(linked) as (...args: unknown[]) => void;
    Object.defineProperty(linked, name, {
      value: (...args: unknown[]) => {
        change(...args);
        url.search = linked.toString();
      },
    });
  }
  return linked;
}
