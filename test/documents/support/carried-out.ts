/** The commands of `office` that are carried out, each list in its order. */
export const orders: readonly (readonly string[])[] = [
  ['submit', 'runs', 'show', 'follow', 'diff', 'comments', 'deliver', 'revert'],
  [
    ...['floors', 'floors show', 'floors open', 'floors trust', 'floors select'],
    ...['floors templates', 'floors export', 'floors import', 'floors offers', 'floors close'],
  ],
  ['memory', 'memory search', 'memory add', 'memory retract'],
  ['plugins', 'plugins disable', 'plugins enable', 'plugins refresh'],
  ['plugins new', 'plugins check', 'plugins pack'],
  ['models', 'models providers', 'route', 'doctor', 'completion', 'chat'],
  ['tokens', 'audit'],
  ['forges'],
  [
    ...[
      'triggers schedule',
      'triggers hook',
      'triggers',
      'triggers change',
      'triggers log',
      'triggers try',
    ],
    ...['triggers pause', 'triggers resume', 'triggers remove'],
  ],
];

/** Those that need a run at work, which waits for a person. */
export const whileItWaits: readonly string[] = ['approve', 'steer', 'cancel', 'retry'];

/** What follows those of which no document or help shows a whole one. */
export const typedHere: Readonly<Record<string, readonly string[]>> = {
  cancel: ['run_1a2b'],
  follow: ['run_1a2b'],
  'floors close': ['garden'],
  'floors trust': ['garden'],
  'plugins disable': ['com.example.word-count'],
  'plugins pack': ['../word-count'],
  retry: ['run_1a2b'],
  revert: ['run_1a2b'],
  'triggers change': ['trigger_1a2b'],
  'triggers log': ['trigger_1a2b'],
  'triggers remove': ['trigger_1a2b'],
  'triggers resume': ['trigger_1a2b'],
  'triggers try': ['trigger_1a2b'],
};

const askedElsewhere = 'takes a forge; the suite of forges in the command line has one here';

/** Commands of `office` that are only read here, and why. */
export const notRun: Readonly<Record<string, string>> = {
  start: 'runs until it is told to end; the suite of the command line does both',
  mcp: 'speaks with its client until that leaves; the suite of the door has clients of both SDKs',
  acp: 'speaks with an editor until that is closed; the suites of editors do',
  comment: 'takes a line that a run changed; the suite of the command line has one',
  discard: 'takes a run with a worktree; the suite of the command line has one',
  'tokens make': 'from the first token on the other commands need it; the suite of tokens has one',
  'tokens revoke': 'takes a token, which nothing is here; the suite of tokens has one',
  'forges connect': askedElsewhere,
  'forges change': askedElsewhere,
  'forges issues': askedElsewhere,
  'forges rights': askedElsewhere,
  'forges poll': askedElsewhere,
  'forges secret': askedElsewhere,
  'forges pause': askedElsewhere,
  'forges resume': askedElsewhere,
  'forges remove': askedElsewhere,
  'triggers secret': 'takes a hook; the suite of triggers in the command line has one here',
  'triggers tell':
    'calls an address elsewhere; the suite of triggers in the command line has one here',
  'models discover': 'asks a provider elsewhere',
  'plugins install': 'asks a marketplace elsewhere; the suites of plugins have one',
  'plugins remove': 'takes what was installed, which nothing is here',
};

/** Requests that are only looked for in the document of the interface, and why. */
export const notAsked: Readonly<Record<string, string>> = {
  'GET /api/plugins/catalog': 'asks a marketplace elsewhere',
  'POST /api/plugins/install': 'asks a marketplace elsewhere',
  'DELETE /api/plugins/com.example.word-count': 'takes what was installed, which nothing is here',
};
