import { some } from './format.js';

const mcpIdRule =
  'must be letters, digits or "-", and start with a letter or digit (no "_", which is the tool-name separator).';

/** A call before which a person is asked. */
interface McpCallAsked {
  readonly tool: string;
  readonly serverId: string;
  readonly tools: readonly string[];
  readonly args: string;
}

/** Problems of MCP servers: configuration, connection, calls. */
export const mcpTexts = {
  inlineForm: (entry: string) =>
    `OFFICE_MCP_SERVERS entry "${entry}" is not in <id>=<command> form. Separate servers with ";".`,
  inlineId: (id: string) => `MCP server id "${id}" ${mcpIdRule}`,
  inlineNoCommand: (id: string) => `MCP server "${id}" names no command.`,
  inlineDuplicate: (id: string) => `OFFICE_MCP_SERVERS names the server id "${id}" twice.`,
  entryNotObject: (where: string) => `${where} is not an object.`,
  entryId: (where: string) => `${where}.id ${mcpIdRule}`,
  entryUrl: (where: string) => `${where}.url must be an absolute http(s) URL.`,
  entryCommand: (where: string) =>
    `${where}.command must be a non-empty string (or set "type": "http" with a "url").`,
  entryArguments: (where: string) => `${where}.args must be a list.`,
  entryReference: (where: string, reference: string) =>
    `${where} holds ${reference}, which is passed on as it is written: nothing is put in its place.`,
  entryType: (where: string, type: string) =>
    `${where}.type must be "stdio" or "http", not "${type}".`,
  entryDuplicate: (where: string, id: string) => `${where}: duplicate server id "${id}".`,
  entryOAuth: (where: string) => `${where}.oauth must be true or an object.`,
  entryOAuthOpen: (where: string) =>
    `${where}.oauth needs an https address: tokens are not sent unencrypted.`,
  entryOAuthClient: (where: string) =>
    `${where}.oauth with the grant "client_credentials" needs "clientId" and "clientSecret".`,
  entryRenamed: (where: string, id: string) =>
    `${where} is called "${id}" here: an id is letters, digits and "-".`,
  noServers: (file: string, key: string) =>
    `"${key}" of ${file} must be an object with a server under each name.`,
  entryHeader: (where: string, name: string) =>
    `${where}.headers["${name}"] is not a safe header; ignored.`,

  grants: (roles: readonly string[]) =>
    roles.length === 0
      ? 'MCP tools are granted to no role (OFFICE_MCP_GRANT_ROLES)'
      : `MCP tools are granted to ${roles.join(', ')} (OFFICE_MCP_GRANT_ROLES)`,
  ready: (id: string, tools: number) => `"${id}" is ready with ${tools} tool(s)`,
  remarks: (id: string, remarks: readonly string[]) =>
    `"${id}": ${remarks.slice(0, 10).join('; ')}${remarks.length > 10 ? '; …' : ''}`,
  signIn: (address: string) =>
    `sign in at ${address} in a browser; it is connected when the browser has come back`,
  signedIn: (id: string) => `Signed in to the MCP server "${id}". You can close this page.`,
  notSignedIn: (id: string, error: string) =>
    `The sign-in to the MCP server "${id}" failed: ${error}. POST /api/mcp/refresh begins it anew.`,
  noPendingSignIn: 'no sign-in is waiting for this answer, or it was finished before',
  needsOAuth: '(an entry with "oauth": true is signed in to)',
  notReady: (id: string, error: string) => `"${id}" is not ready: ${error}`,

  couldNotStart: (label: string, error: string) => `${label} could not start: ${error}`,
  didNotStart: (label: string, ms: number) => `${label} did not start within ${ms}ms.`,
  exited: (label: string, how: string, lastLines: readonly string[]) =>
    [`${label} exited (${how})`, ...lastLines].join('\n'),
  exitCode: (code: number) => `exit code ${code}`,
  exitSignal: (signal: string) => `signal ${signal}`,
  redirected: (label: string, status: number, location: string) =>
    `${label} answered ${status} redirecting to ${location}. A JSON-RPC endpoint must not redirect: ` +
    'what is sent to it is meant for that address alone. Configure the address it redirects to.',
  requestFailed: (label: string, error: string) => `${label} request failed: ${error}`,
  answered: (label: string, status: number, text: string, body: string) =>
    `${label} answered ${status} ${text}: ${body}`,
  streamFailed: (label: string, error: string) => `${label} stream failed: ${error}`,
  noHeaders: (ms: number) => `no answer within ${ms}ms`,
  streamSilent: (ms: number) => `it sent nothing for ${ms}ms`,
  streamTooLong: (ms: number) => `it was not finished within ${ms}ms`,
  streamEnded: 'it ended without an answer',
  notResumed: (status: number) =>
    `it ended without an answer, and was not taken up again: the server answered ${status}`,
  answerTooLarge: (bytes: number) => `the answer is larger than ${bytes} bytes and was not read`,
  tooMuchJson: ({ values, depth }: { readonly values: number; readonly depth: number }) =>
    `the answer holds more than ${values} values, or nests deeper than ${depth}, and was not read`,
  tooManyRequests: (most: number) => `${most} requests are under way, as many as there may be`,
  notConnected: 'not connected',
  connectionClosed: 'the connection was closed',
  noVersion: 'the handshake was answered without a protocol version',
  timedOut: (method: string, label: string, ms: number) =>
    `MCP ${method} on ${label} timed out after ${ms}ms.`,
  cancelled: (method: string, label: string) => `MCP ${method} on ${label} was cancelled.`,
  failed: (method: string, label: string, message: string, code: number) =>
    `MCP ${method} on ${label} failed: ${message} (code ${code})`,
  stoppedResponding: (error: string) => `the server stopped responding: ${error}`,
  connectedWhenNeeded: (error: string) => `${error}\nIt is connected again when it is needed.`,
  connectedLater: (seconds: number, error: string) =>
    `it was lost too often and is not connected again for another ${seconds} s: ${error}`,
  notATool: 'an entry of the tool list has no usable name; skipped',
  invalidHeaders: (name: string) =>
    `the tool "${name}" does not name the headers of its arguments as the protocol has it; skipped`,
  alreadyPublished: (name: string) => `the tool "${name}" is already published; skipped`,
  tooManyTools: (max: number) =>
    `the server lists more than ${max} tools; only the first ${max} are published`,
  tooManyPages: (max: number) =>
    `the server's tool list has more than ${max} pages; the others were not read`,
  listNotFollowed: (error: string) => `the changed tool list could not be read: ${error}`,
  discarded: (bytes: number) => `${bytes} bytes of output without an end of line were discarded`,
  noise: (text: string) => `not a message: ${text}`,

  truncated: (max: number) => `…(truncated at ${max} characters)`,
  toolOrigin: (tool: string, serverId: string) =>
    `This is the tool "${tool}" of the MCP server "${serverId}".`,
  block: (type: string) => `[${type} content]`,
  imageLeftOut:
    '[the image above is left out: the images of this result are too many or too large]',
  resource: (uri = '', text?: string) =>
    text === undefined ? `[resource ${uri}: not a text]` : `[resource ${uri}]\n${text}`,
  resourceLink: (uri: string, name = '') => `[resource link ${uri}${name && ` "${name}"`}]`,
  toolReportedError: (text: string) => `The tool reported an error:\n${text}`,
  toolFailed: (tool: string, serverId: string, error: string) =>
    `MCP tool "${tool}" on server "${serverId}" did not complete: ${error}`,
  preview: (tool: string, serverId: string, ms: number) => `${tool} via ${serverId} (${ms}ms)`,
  approvalSummary: (serverId: string, tools: number) =>
    `use the MCP server "${serverId}" (${tools} tool(s))`,
  approvalDetail: ({ tool, serverId, tools, args }: McpCallAsked) =>
    `The tool "${tool}" is about to be called. Approving lets employees of this floor call every tool of the server ` +
    `"${serverId}" until it changes or is read in again: ${some(tools, 50)}. What they send to it is not ` +
    `confined to the workspace.\n\nThis call sends: ${args}`,
  /** The description for models before a person has allowed the server. */
  unknownTool: (tool: string, serverId: string) =>
    `This is the tool "${tool}" of the MCP server "${serverId}". What the server says of it is shown once a person has allowed the server; calling it asks for that.`,
  nowKnown: (tool: string, serverId: string) =>
    `A person has allowed the MCP server "${serverId}". "${tool}" was not called, because required arguments are missing. What the server says of it:`,
  touches: (serverId: string) =>
    `Whatever the server "${serverId}" can reach, outside the workspace; what is sent to it leaves the office.`,
  declined: (serverId: string, tool: string) =>
    `The human declined to use the MCP server "${serverId}", so "${tool}" was not called. ` +
    'Do not retry it; carry on with the tools you have.',
} as const;
