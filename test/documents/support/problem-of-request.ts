import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../support/run-program.js';
import type { Command } from './recorded-commands.js';

const { paths } = JSON.parse(
  readFileSync(join(repositoryRoot, 'docs/api/openapi.json'), 'utf8'),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** What a `curl` would ask. */
export interface ShownRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

export function requestOf(args: Command): ShownRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X', default: 'GET' },
      data: { type: 'string', short: 'd' },
      header: { type: 'string', short: 'H', multiple: true },
    },
  });
  const [address = ''] = positionals;
  const url = new URL(address.startsWith('http') ? address : `http://${address}`);
  return { method: values.request, url, body: values.data };
}

/** Why the request of a `curl` finds no operation of the interface, or brings no JSON. */
export function problemOfRequest(args: Command): string | null {
  const { method, url, body } = requestOf(args);
  if (url.host !== 'localhost:8787') return `no office answers at ${url.host}`;
  const operation = Object.entries(paths).find(([path]) => isAt(path, url.pathname))?.[1];
  if (operation?.[method.toLowerCase()] === undefined)
    return `there is no ${method} ${url.pathname}`;
  return body === undefined || isJson(body) ? null : 'its body is not JSON';
}

/** `path` has parameters in braces. */
function isAt(path: string, pathname: string): boolean {
  const parts = path.split('/');
  const given = pathname.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, at) => part.startsWith('{') || part === given[at])
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
