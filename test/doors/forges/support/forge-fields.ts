import type { NewForge } from '#client/http/forge-operations.js';
import type { Forge } from '#protocol/records/forges.js';
import type { GitlabSimulator } from '#test/support/forges/gitlab/gitlab-simulator.js';

/** A field of a connected repository, and where each door has it. */
interface ForgeField {
  /** When it is connected, and as it is changed in turn; an empty text is none. */
  readonly values: readonly [made: string | number, ...changed: (string | number)[]];
  /** Of the command line; absent: it is given otherwise. */
  readonly option?: string;
  /** On the page, where it is connected and where it is changed. */
  readonly label: string;
  readonly labelLater?: string;
  /** What the page calls the values, if they are chosen there. */
  readonly choices?: readonly string[];
}

/** Floors that the rows name. */
export const floorNames = ['One floor', 'Other floor'] as const;

export const turns = [0, 1, 2, 3] as const;

type Turn = (typeof turns)[number];
export type ForgeRow = readonly [name: keyof NewForge, field: ForgeField];

/** Of an account of its own, by which it is seen that it is used. */
export const otherAccount = { token: 'glpat-other', login: 'ada' } as const;

const office = 'The office chooses';

/** Every field. Where a repository is stays. */
const fields = {
  repository: { values: ['acme/tools/widgets'], label: 'Repository' },
  kind: { values: ['gitlab'], option: 'kind', label: 'Kind of forge', choices: ['GitLab'] },
  url: { values: [''], option: 'server', label: 'Address of the server' },
  token: { values: ['', otherAccount.token], label: 'Token', labelLater: 'Another token' },
  workspaceId: {
    ...{ values: ['one-floor', 'other-floor'], option: 'floor', choices: floorNames },
    ...{ label: 'Floor, whose folder is a clone of it', labelLater: 'Floor' },
  },
  // One of both has to be there.
  label: { values: ['first', 'second', '', 'fourth'], option: 'label', label: 'Label' },
  mention: { values: ['one', 'two', 'three', ''], option: 'mention', label: 'Mention' },
  pipelineId: {
    ...{ values: ['quick-answer', 'code-change', ''], option: 'pipeline', label: 'Pipeline' },
    choices: ['Quick answer', 'Code change', office],
  },
  issueUsd: { values: [1, 1.5], option: 'issue-usd', label: 'Ceiling of an issue, USD' },
  wakes: { values: [2, 3], option: 'wakes', label: 'Goes on at most' },
  perDay: { values: [4, 5], option: 'per-day', label: 'Issues a day' },
  pollSeconds: { values: [600, 700], option: 'poll-seconds', label: 'Seconds between looks' },
} satisfies Readonly<Record<keyof NewForge, ForgeField>>;

/** The fields that are said in a turn. */
export function rowsAt(turn: Turn, { url, token }: GitlabSimulator): readonly ForgeRow[] {
  const rows = Object.entries<ForgeField>({
    ...fields,
    url: { ...fields.url, values: [url] },
    token: { ...fields.token, values: [token, otherAccount.token] },
  }) as unknown as readonly ForgeRow[];
  return rows.filter(([, { values }]) => values[turn] !== undefined);
}

/** What a door is told in a turn. */
export function givenAt(turn: Turn, forge: GitlabSimulator): Readonly<Record<string, unknown>> {
  return Object.fromEntries(rowsAt(turn, forge).map(([name, { values }]) => [name, values[turn]]));
}

/** What is shown of it afterwards. Of a token the account is. */
export function shownAt(turn: Turn, forge: GitlabSimulator): Partial<Forge> {
  const { token, ...given } = givenAt(turn, forge);
  const shown = Object.entries(given).map(([name, value]) => [name, value === '' ? null : value]);
  const login = token === otherAccount.token ? otherAccount.login : forge.world.login;
  return { ...Object.fromEntries(shown), ...(token !== undefined && { login }) } as Partial<Forge>;
}
