import { simulatorKey } from './core/simulator.js';
import type { ProviderSimulator } from './core/simulator.js';
import type { Json } from './core/provider-rules.js';

/** The answer of a provider to a request made by hand. */
export interface SimulatorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

const headers = {
  'content-type': 'application/json',
  authorization: `Bearer ${simulatorKey}`,
  'x-api-key': simulatorKey,
  'anthropic-version': '2023-06-01',
};

/** Posts a body; null removes a header. */
export async function ask(
  simulator: ProviderSimulator,
  path: string,
  body: unknown,
  changed: Readonly<Record<string, string | null>> = {},
): Promise<SimulatorAnswer> {
  const sent = Object.entries({ ...headers, ...changed }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  const response = await fetch(`${simulator.baseUrl}${path}`, {
    method: 'POST',
    headers: sent,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return told(response);
}

export async function list(simulator: ProviderSimulator): Promise<SimulatorAnswer> {
  return told(await fetch(`${simulator.baseUrl}/models`, { headers }));
}

async function told(response: Response): Promise<SimulatorAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

/** The events of a stream that are JSON. */
export function eventsIn({ text }: SimulatorAnswer): readonly Json[] {
  return text.split('\n').flatMap((line) => {
    const data = line.startsWith('data: ') ? parsed(line.slice('data: '.length)) : {};
    return Object.keys(data).length > 0 ? [data] : [];
  });
}

/** A tool in the format of chat completions. */
export function chatTool(name: string, changed: Json = {}): Json {
  const parameters = { type: 'object', properties: { path: { type: 'string' } } };
  return { type: 'function', function: { name, description: 'Reads.', parameters, ...changed } };
}

/** A conversation of chat completions with a tool call and its result. */
export function toolRound(id: string, assistant: Json = {}): readonly Json[] {
  const call = { id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } };
  return [
    { role: 'user', content: 'Read a.' },
    { role: 'assistant', content: null, tool_calls: [call], ...assistant },
    { role: 'tool', tool_call_id: id, content: 'The text of a.' },
  ];
}
