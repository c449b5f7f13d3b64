import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

/** What a tool answered. */
export interface Answered {
  readonly isError: boolean;
  readonly text: string;
  /** What the test expects it to be; nothing checks it. */
  readonly data: unknown;
}

export interface Progress {
  readonly progress: number;
  readonly message?: string | undefined;
}

/** A client of one of the SDKs, connected. */
export interface OpenClient {
  readonly instructions: string | undefined;
  tools(): Promise<readonly ListedTool[]>;
  call(name: string, args: object, onProgress?: (told: Progress) => void): Promise<Answered>;
  resources(cursor?: string): Promise<{ uris: readonly string[]; nextCursor?: string | undefined }>;
  read(uri: string): Promise<string>;
  templates(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly outputSchema?: object | undefined;
}

/** Where a client finds the office. */
export type Place =
  | { readonly url: string; readonly token?: string }
  | { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> };

export const clientKinds = ['SDK 1', 'SDK 2 of 2025', 'SDK 2 of 2026'] as const;
export type ClientKind = (typeof clientKinds)[number];

const self = { name: 'test-client', version: '1.0.0' };

/** Longer than any call of the tests, which wait for events. */
const patience = { timeout: 60_000 };

export function openClient(kind: ClientKind, place: Place): Promise<OpenClient> {
  return kind === 'SDK 1' ? openFirst(place) : openSecond(kind, place);
}

async function openFirst(place: Place): Promise<OpenClient> {
  const client = new FirstClient(self);
  await client.connect(
    'url' in place ? new FirstHttp(...httpOf(place)) : new FirstStdio(stdioOf(place)),
  );
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, onprogress) => {
      const params = { name, arguments: { ...args } };
      const options = { ...patience, ...(onprogress && { onprogress }) };
      return answered(await client.callTool(params, CallToolResultSchema, options));
    },
    resources: async (cursor) => listed(await client.listResources({ ...(cursor && { cursor }) })),
    read: async (uri) => textIn(await client.readResource({ uri })),
    templates: async () => templatesIn(await client.listResourceTemplates()),
    close: () => client.close(),
  };
}

export async function secondClient(kind: ClientKind, place: Place): Promise<Client> {
  const mode = kind === 'SDK 2 of 2026' ? 'auto' : 'legacy';
  const client = new Client(self, { versionNegotiation: { mode } });
  const transport =
    'url' in place
      ? new StreamableHTTPClientTransport(...httpOf(place))
      : new StdioClientTransport(stdioOf(place));
  await client.connect(transport);
  return client;
}

async function openSecond(kind: ClientKind, place: Place): Promise<OpenClient> {
  const client = await secondClient(kind, place);
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, onprogress) => {
      const params = { name, arguments: { ...args } };
      const options = { ...patience, ...(onprogress && { onprogress }) };
      return answered(await client.callTool(params, options));
    },
    resources: async (cursor) => listed(await client.listResources({ ...(cursor && { cursor }) })),
    read: async (uri) => textIn(await client.readResource({ uri })),
    templates: async () => templatesIn(await client.listResourceTemplates()),
    close: () => client.close(),
  };
}

function httpOf({ url, token }: { url: string; token?: string }): [URL, object] {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return [new URL(url), { requestInit: { headers } }];
}

function stdioOf({ command, env }: Exclude<Place, { url: string }>) {
  const [program = '', ...args] = command;
  return { command: program, args, env: { ...env }, stderr: 'pipe' as const };
}

function answered(result: object): Answered {
  const {
    isError = false,
    content,
    structuredContent,
  } = result as {
    isError?: boolean;
    content: readonly { text?: string }[];
    structuredContent?: unknown;
  };
  return { isError, text: content.map(({ text = '' }) => text).join(''), data: structuredContent };
}

function listed({ resources, nextCursor }: { resources: { uri: string }[]; nextCursor?: string }) {
  return { uris: resources.map(({ uri }) => uri), nextCursor };
}

function textIn({ contents }: { contents: object[] }): string {
  return contents.map((content) => (content as { text: string }).text).join('');
}

function templatesIn({ resourceTemplates }: { resourceTemplates: { uriTemplate: string }[] }) {
  return resourceTemplates.map(({ uriTemplate }) => uriTemplate);
}
