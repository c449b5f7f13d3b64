import { clientCommandTypes, unhandledCommandTypes } from '../../protocol/commands.js';
import type { ClientCommandType, HandledCommandType } from '../../protocol/commands.js';
import { serverEventTypes, type ServerEventType } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import { serviceVersion } from '../process/service-version.js';
import { recordsReferredToIn } from './operation.js';
import { recordSchemas } from './record-schemas.js';

/** The parts of an AsyncAPI document that are used here. */
export interface SocketDescription {
  readonly asyncapi: '3.1.0';
  readonly info: { readonly title: string; readonly description: string };
  readonly channels: { readonly office: object };
  readonly operations: Readonly<Record<string, SocketOperation>>;
  readonly components: {
    readonly messages: Readonly<Record<string, SocketMessage>>;
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: object;
  };
}

interface SocketOperation {
  /** From the service's side: it receives commands and sends events. */
  readonly action: 'receive' | 'send';
  readonly channel: Reference;
  readonly description: string;
  readonly messages: readonly Reference[];
  /** Replies sent only to the socket that asked. */
  readonly reply?: { readonly channel: Reference; readonly messages: readonly Reference[] };
}

export interface SocketMessage {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly payload: FrameSchema;
}

/** JSON schema of one kind of frame. */
export interface FrameSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
}

interface Reference {
  readonly $ref: string;
}

const megabyte = 1024 * 1024;

const description = `
Everything that happens in the office, live, and commands. Each frame is one JSON object in text,
whose \`type\` names it.

**Connecting.** The first frame is \`hello\`, the whole state; its \`seq\` is the number of the last
event that is in it. With \`?since=<seq>\` the numbered events after that one follow, then live ones,
without gap or repeat; when \`since\` is too old or unknown, \`hello\` alone is sent, and so it is when
\`&history=\` names another history than the \`historyId\` of \`hello\`: numbers of before a restore from
a backup mean other events than those of after it. \`at\` is in milliseconds since 1970.

**Authentication.** None, unless the service has an \`OFFICE_API_TOKEN\`: then it is needed as a bearer
token or as \`?token=\`. A foreign host, a foreign origin or a missing token is answered 403, a service
with too many sockets 503, an address with too many 429.

**Answers.** A command that is refused or fails is answered by \`error\`; most others by the events
that they cause, which go to every socket. A command may carry a \`requestId\`, a text of up to
${limits.requestIdCharacters} characters: then its \`error\` carries it, and its success is told to this
socket alone as \`command.done\`. The same id within a day does nothing twice and is answered alike,
over any socket and after a restart. Ids mean nothing beyond the token and the origin of a client.

**Limits.** A frame of a client holds at most ${limits.requestBodyBytes} bytes; a socket that sends a far larger one is closed with 1009. A reader with more than
${limits.socketDropBytes / megabyte} MiB unsent loses streamed text and whole states, and is given one
\`hello\` when it has caught up; with more than ${limits.socketCloseBytes / megabyte} MiB unsent it is
closed with 1013. A socket that answers no ping is cut.
`.trim();

/** Commands with their own reply event, sent only to the socket that asked. */
const answers: Partial<Record<HandledCommandType, ServerEventType>> = {
  plan: 'plan.reply',
  ping: 'pong',
  resync: 'hello',
};

/**
 * The AsyncAPI document of the socket: every handled command and every event, derived from the
 * vocabulary.
 */
export function describeSocket(): SocketDescription {
  const commands = frames('ClientCommand', clientCommandTypes.filter(isHandled));
  const events = frames('ServerEventOf_ServerEventType', serverEventTypes);
  const messages = { ...commands, ...events };
  const operations: Record<string, SocketOperation> = { events: sending(Object.keys(events)) };
  for (const command of Object.values(commands)) operations[command.name] = receiving(command);
  const document = {
    asyncapi: '3.1.0' as const,
    id: 'urn:office-orchestration-service:socket',
    info: {
      title: 'Office Orchestration Service: socket',
      version: serviceVersion,
      description,
      tags: [{ name: 'socket', description: 'Everything that happens, live.' }],
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    defaultContentType: 'application/json',
    servers: { office: server },
    channels: { office: channelOf(Object.keys(messages)) },
    operations,
    components: { messages, schemas: recordsReferredToIn(messages), securitySchemes },
  };
  return document;
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Needed when OFFICE_API_TOKEN is set.' },
  query: { type: 'httpApiKey', name: 'token', in: 'query', description: 'For browsers.' },
};

const server = {
  host: '127.0.0.1:8787',
  protocol: 'ws',
  description: 'The address it listens on unless HOST and PORT say otherwise.',
  security: Object.keys(securitySchemes).map((name) => ({
    $ref: `#/components/securitySchemes/${name}`,
  })),
};

function channelOf(names: readonly string[]): object {
  const query = {
    since: { type: 'integer', minimum: 0, description: 'Number of the last event received.' },
    history: { type: 'string', description: 'The `historyId` of the `hello` that came with it.' },
    token: { type: 'string', description: 'OFFICE_API_TOKEN, where no header can be set.' },
  };
  return {
    address: '/ws',
    description: 'One socket for everything.',
    messages: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    bindings: {
      ws: { method: 'GET', query: { type: 'object', properties: query }, bindingVersion: '0.1.0' },
    },
  };
}

function receiving({ name, summary }: SocketMessage): SocketOperation {
  const answer = answers[name as HandledCommandType];
  const replies = [...(answer === undefined ? [] : [answer]), 'command.done', 'error'];
  return {
    action: 'receive' as const,
    channel,
    description: summary,
    messages: [reference(name)],
    reply: { channel, messages: replies.map(reference) },
  };
}

function sending(names: readonly string[]): SocketOperation {
  const description = 'What happens, as it happens.';
  return { action: 'send', channel, description, messages: names.map(reference) };
}

const channel: Reference = { $ref: '#/channels/office' };

function reference(name: string): Reference {
  return { $ref: `${channel.$ref}/messages/${name}` };
}

/** A message for each of the types, in their order. */
function frames(
  union: 'ClientCommand' | 'ServerEventOf_ServerEventType',
  types: readonly string[],
): Record<string, SocketMessage> {
  const schemas = recordSchemas[union].anyOf as unknown as readonly FrameSchema[];
  const payloads = union === 'ClientCommand' ? 'ClientCommandPayloads' : 'ServerEventPayloads';
  const summaries = recordSchemas[payloads].properties as Record<string, { description?: string }>;
  return Object.fromEntries(
    types.map((name) => {
      const summary = summaries[name]?.description ?? name;
      return [name, { name, title: name, summary, payload: schemaFor(name, schemas) }];
    }),
  );
}

/** @throws Error if the vocabulary has no such frame because the schemas are outdated */
function schemaFor(type: string, schemas: readonly FrameSchema[]): FrameSchema {
  const found = schemas.find(({ properties }) => constantOf(properties['type']) === type);
  if (found === undefined) throw new Error(`there is no schema for the frame "${type}"`);
  return found;
}

function constantOf(schema: object | undefined): unknown {
  return schema !== undefined && 'const' in schema ? schema.const : undefined;
}

function isHandled(type: ClientCommandType): type is HandledCommandType {
  return !(unhandledCommandTypes as readonly string[]).includes(type);
}
