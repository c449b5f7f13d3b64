interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

interface Visit {
  readonly method?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Visited {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

const mostRedirects = 20;

/** As much of a browser as a sign-in needs: cookies, redirects and forms. */
export class Browser {
  /** By host. */
  private readonly cookies = new Map<string, Cookie[]>();
  /** Cookies as they were set, the first one first. */
  readonly set: string[] = [];
  /** Addresses that were visited, with those that only redirected. */
  readonly visited: string[] = [];

  /** Follows redirects. */
  async visit(url: string, visit: Visit = {}): Promise<Visited> {
    let next = { url, visit };
    for (let hop = 0; hop < mostRedirects; hop++) {
      const { response, location } = await this.step(next.url, next.visit);
      if (location === null) {
        return { url: next.url, status: response.status, text: await response.text() };
      }
      next = { url: new URL(location, next.url).href, visit: {} };
    }
    throw new Error(`too many redirects from ${url}`);
  }

  /** Follows none. */
  async step(url: string, { method = 'GET', form, headers = {} }: Visit = {}) {
    this.visited.push(url);
    const cookie = this.cookieFor(url);
    const response = await fetch(url, {
      method: form === undefined ? method : 'POST',
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...headers },
      ...(form !== undefined && { body: new URLSearchParams({ ...form }) }),
    });
    for (const text of response.headers.getSetCookie()) this.keep(new URL(url).host, text);
    const isRedirect = response.status >= 300 && response.status < 400;
    return { response, location: isRedirect ? response.headers.get('location') : null };
  }

  /** What is sent to an address. */
  cookieFor(url: string): string {
    const { host, pathname } = new URL(url);
    return (this.cookies.get(host) ?? [])
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** Goes to an address that leads to the provider, and fills its forms as this person. */
  async signIn(url: string, login: string): Promise<Visited> {
    let page = await this.visit(url);
    const forms: readonly Record<string, string>[] = [
      { prompt: 'login', login, password: 'any' },
      { prompt: 'consent' },
    ];
    for (const form of forms) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) return page;
      page = await this.visit(new URL(action, page.url).href, { form });
    }
    return page;
  }

  private keep(host: string, text: string): void {
    this.set.push(text);
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const valueOf = (wanted: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
    const others = (this.cookies.get(host) ?? []).filter((one) => one.name !== name);
    const isGone = Date.parse(valueOf('expires') ?? '9999-01-01') < Date.now();
    const kept = isGone ? [] : [{ name, value, path: valueOf('path') ?? '/' }];
    this.cookies.set(host, [...others, ...kept]);
  }
}
