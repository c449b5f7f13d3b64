import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { probePlugin } from '../support/plugins/probe-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

describe('the globals of a plugin', () => {
  const attempt = probePlugin(() => inDir());
  const value = async (expression: string): Promise<unknown> =>
    JSON.parse(await attempt(`return JSON.stringify(${expression})`));

  it('read and build addresses', async () => {
    expect(
      await value(`(() => { const url = new URL('../b?x=1&y=a%20b#z', 'https://user@a.example:8443/a/c');
        url.searchParams.append('x', '2'); url.searchParams.delete('y'); const { href } = url;
        url.search = '?q=7'; return [href, url.searchParams.get('q'), [...url.searchParams], URL.canParse('no')]; })()`),
    ).toEqual(['https://user@a.example:8443/b?x=1&x=2#z', '7', [['q', '7']], false]);
    expect(
      await value(`[new URLSearchParams({ a: 'b c' }), new URLSearchParams([['x', '1'], ['x', '2']]),
        new URLSearchParams('?k=v')].map(String)`),
    ).toEqual(['a=b+c', 'x=1&x=2', 'k=v']);
  });

  it('turn text into bytes and back', async () => {
    expect(await value(`[...new TextEncoder().encode('ä€')]`)).toEqual([...Buffer.from('ä€')]);
    expect(await value(`new TextDecoder().decode(new Uint8Array([195, 164]))`)).toBe('ä');
    expect(await value(`[btoa('hello'), atob('aGVsbG8=')]`)).toEqual(['aGVsbG8=', 'hello']);
  });

  it('make digests, random bytes and ids', async () => {
    const digest = createHash('sha256').update('abc').digest('hex');
    expect(
      await attempt(`const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc')));
        return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')`),
    ).toBe(digest);
    const ids = await value(`[crypto.randomUUID(), crypto.randomUUID()]`);
    expect(new Set(ids as string[]).size).toBe(2);
    for (const id of ids as string[])
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/);
    const bytes = (await value(`[...crypto.getRandomValues(new Uint8Array(64))]`)) as number[];
    expect(new Set(bytes).size).toBeGreaterThan(20);
  });

  it('copy values, in all their depth', async () => {
    expect(
      await value(`(() => { const of = { a: [new Date(0)], b: new Map([[1, { c: 2 }]]) };
        const copy = structuredClone(of); of.b.get(1).c = 3;
        return [copy.a[0].getTime(), copy.b.get(1).c, copy !== of]; })()`),
    ).toEqual([0, 2, true]);
  });

  it('wait, repeat and give up', async () => {
    expect(
      await attempt(`const said = []; const never = setTimeout(() => said.push('never'), 1); clearTimeout(never);
        queueMicrotask(() => said.push('micro')); said.push('now');
        await new Promise((resolve) => { let n = 0; const id = setInterval((word) => { said.push(word + n);
          if (++n === 3) { clearInterval(id); setTimeout(resolve, 5); } }, 1, 'tick'); });
        return said.join(' ')`),
    ).toBe('now micro tick0 tick1 tick2');
  });

  it('abort what listens', async () => {
    expect(
      await attempt(`const one = new AbortController(); const any = AbortSignal.any([one.signal, AbortSignal.timeout(60_000)]);
        const heard = []; any.addEventListener('abort', () => heard.push('listener'), { once: true });
        any.onabort = () => heard.push('property'); one.abort(); one.abort();
        try { any.throwIfAborted(); } catch (error) { heard.push(error.name); }
        return heard.join(' ') + ' ' + any.aborted`),
    ).toBe('property listener AbortError true');
    expect(
      await attempt(`const signal = AbortSignal.timeout(1); await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return signal.reason.name`),
    ).toBe('TimeoutError');
  });

  it('send events to whoever listens', async () => {
    expect(
      await attempt(`const target = new EventTarget(); const heard = [];
        const listen = (event) => { heard.push(event.type); event.preventDefault(); };
        target.addEventListener('a', listen); target.addEventListener('a', listen);
        const went = target.dispatchEvent(new Event('a')); target.removeEventListener('a', listen);
        target.dispatchEvent(new Event('a')); return heard.join() + ' ' + went`),
    ).toBe('a false');
  });

  it('hold messages of the web', async () => {
    expect(
      await attempt(`const response = Response.json({ a: 1 }, { status: 418 }); const copy = response.clone();
        const twice = await response.text() && await response.text().catch((error) => error.message);
        return [copy.status, copy.ok, copy.headers.get('content-type'), (await copy.json()).a, twice].join(' ')`),
    ).toBe('418 false application/json 1 the body has been read already');
    expect(await attempt(`return new Request('https://a.example', { body: 'x' }).method`)).toBe(
      'TypeError: a GET request has no body',
    );
  });
});
