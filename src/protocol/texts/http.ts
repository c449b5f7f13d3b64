import { quoted } from './format.js';

/** How to make the service trust the office's own page when it is taken for a foreign one. */
const toTrustPage = (origin: string): string =>
  'If that page is the own one of this office, have the proxy before it pass on the host that browsers ask for ' +
  '(as Host, or as X-Forwarded-Host from an address in OFFICE_TRUSTED_PROXIES), ' +
  `or set OFFICE_ALLOWED_ORIGINS=${origin}.`;

export const httpTexts = {
  invalidJson: 'The request body was not valid JSON.',
  bodyTooLarge: 'Request body too large.',
  internal: 'Internal error.',
  notHttp: 'The request was not valid HTTP.',
  noEndpoint: (path: string) => `No such endpoint: ${path}`,
  crossOrigin:
    'Cross-origin writes are refused: this request came from a page on another origin. ' +
    'The office API is unauthenticated and only accepts changes from its own UI or a direct client.',
  crossSite:
    'Cross-site requests are refused: a page of another site caused this request. ' +
    'Open the address yourself, or list the origin of the page in OFFICE_ALLOWED_ORIGINS.',
  mayNotWiden: (origin: string) =>
    `A page of ${quoted(origin)} may not widen rights, because nobody has allowed its origin. ` +
    "Do this on the office's own page or from the command line, or list the origin in OFFICE_ALLOWED_ORIGINS.",
  startedHere:
    'A program that this office has started may not change anything in it. Do this on its page or from your own command line.',
  toTrustPage,
  refusedPage: (origin: string, host: string) =>
    `A page of ${quoted(origin)} is refused where the service is asked as ${quoted(host)}.`,
  furtherRefusals: 'Further kinds of refused requests are not logged.',
  foreignHost: (host: string) =>
    `Requests for the host ${quoted(host)} are refused: only loopback names, IP addresses and the names in OFFICE_ALLOWED_HOSTS are served.`,
  tooManyUnanswered: (most: number) =>
    `This connection has ${most} requests unanswered, as many as it may have. Read their answers first.`,
  tokenRequired: 'A valid bearer token is required: OFFICE_API_TOKEN is set on this service.',
} as const;

export const socketTexts = {
  malformed: 'Malformed command: not valid JSON.',
  unknownCommand: (type: string) => `Unknown command "${type}".`,
  badHandshake: (reason: string) => `The request to open a socket is refused: ${reason}.`,
  tooManySockets: (most: number) =>
    `This office has ${most} sockets open, as many as it takes (OFFICE_MAX_SOCKETS). Try again later.`,
  tooManyFromAddress: (most: number) =>
    `This address has ${most} sockets open, as many as it may have (OFFICE_MAX_SOCKETS_PER_ADDRESS). Close some first.`,
  connectionsDropped: (most: number) =>
    `connections are closed unanswered: ${most} are open, as many as it takes (OFFICE_MAX_CONNECTIONS)`,
  frameTooLarge: (bytes: number) => `Command too large: a frame holds at most ${bytes / 1024} KB.`,
  commandFailed: (type: string, message: string) => `command "${type}" failed: ${message}`,
} as const;

/** Ids that clients give their commands. */
export const requestIdTexts = {
  requestId: 'requestId',
  idempotencyKey: 'Idempotency-Key',
  shape: (most: number) => `a string of 1 to ${most} characters`,
  otherCommand: (name: string, id: string) =>
    `The ${name} ${quoted(id)} was given to another command within the last day. Give each command an id of its own.`,
} as const;

/** Marks of the page at `/`: a header of its requests, a query parameter of its sockets. */
export const pageMark = { header: 'office-page', query: 'page' } as const;

/** A script, because a browser's refresh does nothing at an address with a `#`. */
const loadAgain = 'setTimeout(() => location.reload(), 1000);';

/** The page at `/` while the console is not built. */
export const consolePage = {
  loadAgain,
  /** Loads itself again until the console answers. */
  starting: (reason: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Office</title>
<h1>The office opens in a moment</h1>
<p role="status">${reason}</p>
<script>${loadAgain}</script>
</html>
`,
  notBuilt: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Office</title>
<h1>The console is not built</h1>
<p>The service runs, and its API answers. For the page that shows the office, run
<code>npm run build</code> in the folder of the service and load this page again.</p>
<p><a href="docs">Explore the API</a></p>
</html>
`,
} as const;

/** A request or command has the wrong shape; the text names the field. */
export const shapeTexts = {
  mustBe: (field: string, what: string) => `"${field}" must be ${what}.`,
  tooLong: (field: string, most: number) =>
    `"${field}" is too long; the limit is ${most} characters.`,
} as const;
