/** What a parameter may be: a type, or one of these words. */
type Kind = 'integer' | 'string' | 'boolean' | 'time' | readonly string[];
export type Fields = Readonly<Record<string, Kind>>;

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Below the address of the API. */
  readonly route: string;
  readonly query: Fields;
  readonly body: Fields;
  readonly required: readonly string[];
}

export function read(id: string, route: string, query: Fields = {}): Operation {
  return { id, method: 'GET', route, query, body: {}, required: [] };
}

export function write(
  method: 'POST' | 'PUT' | 'PATCH',
  id: string,
  route: string,
  body: Fields,
  required: readonly string[] = [],
): Operation {
  return { id, method, route, query: {}, body, required };
}

export interface Matched {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Null: there is no such operation, or the office is not known to use it. */
export function matched(
  operations: readonly Operation[],
  method: string,
  path: string,
): Matched | null {
  const parts = path.split('/');
  for (const operation of operations) {
    const wanted = operation.route.split('/');
    if (operation.method !== method || wanted.length !== parts.length) continue;
    const isSame = (part: string, at: number): boolean =>
      part.startsWith(':') ? parts[at] !== '' : part === parts[at];
    if (!wanted.every(isSame)) continue;
    const named = wanted.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[at] ?? '')] as const] : [],
    );
    return { operation, parameters: Object.fromEntries(named) };
  }
  return null;
}

/** What is wrong with a request; empty: nothing. Unknown names are wrong. */
export function problemsOf(
  { operation, parameters }: Matched,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { number } = parameters;
  return [
    ...(number === undefined || isOf('integer', number) ? [] : ['the number is invalid']),
    ...[...query].flatMap(([name, value]) => wrong(operation.query[name], name, value, true)),
    ...Object.entries(body).flatMap(([name, value]) =>
      wrong(operation.body[name], name, value, false),
    ),
    ...operation.required.filter((name) => !(name in body)).map((name) => `${name} is missing`),
    ...(operation.required.some((name) => body[name] === '') ? ['a field is empty'] : []),
    ...(['PUT', 'PATCH'].includes(operation.method) && Object.keys(body).length === 0
      ? ['at least one parameter must be provided']
      : []),
  ];
}

function wrong(kind: Kind | undefined, name: string, value: unknown, isText: boolean) {
  if (kind === undefined) return [`${name} is unknown`];
  if (typeof kind !== 'string') {
    return kind.includes(String(value)) ? [] : [`${name} does not have a valid value`];
  }
  return isOf(kind, value, isText) ? [] : [`${name} is invalid`];
}

function isOf(kind: Exclude<Kind, readonly string[]>, value: unknown, isText = true): boolean {
  switch (kind) {
    case 'integer':
      return isText ? /^\d{1,9}$/.test(String(value)) : Number.isInteger(value);
    case 'boolean':
      return isText ? ['true', 'false'].includes(String(value)) : typeof value === 'boolean';
    case 'time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(String(value));
    default:
      return typeof value === 'string';
  }
}
