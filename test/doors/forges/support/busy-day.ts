import type { ForgeIssue } from '#protocol/records/forges.js';
import type { WorldIssue, WorldRequest } from '#test/support/forges/forge-world.js';
import type { Fate, GithubSimulator } from '#test/support/forges/github/github-simulator.js';

/** What there is of an issue in the end. */
export interface Outcome {
  /** Null: it never became work. */
  readonly state: ForgeIssue['state'] | null;
  readonly runs: number;
  readonly requests: number;
  /** Marks of the office under the issue and its request, sorted. */
  readonly marks: readonly string[];
}

interface Scene {
  readonly forge: GithubSimulator;
  readonly issue: WorldIssue;
  readonly request: WorldRequest | undefined;
}

/** Something that people or machines do with an issue, once it is so far. */
interface Deed {
  readonly once: (known: ForgeIssue | undefined) => boolean;
  readonly does: (scene: Scene) => void;
}

interface Story {
  /** Of 40 issues. */
  readonly share: number;
  readonly opens: Partial<Pick<WorldIssue, 'title' | 'body' | 'author' | 'labels'>>;
  readonly deeds: readonly Deed[];
  readonly outcome: Outcome;
}

/** Title of issues that need no change. */
export const noChange = 'Nothing to do';

const asked = { labels: ['office'] };
const isOpen: Deed['once'] = (known) => known?.state === 'open';
const isLeft: Deed['once'] = (known) => (known?.note ?? null) !== null;
const isWoken: Deed['once'] = (known) => known?.state === 'open' && known.wakes === 1;

const onRequest = (does: (scene: Scene & { readonly request: WorldRequest }) => void) => {
  return ({ request, ...scene }: Scene): void => {
    if (request === undefined) throw new Error(`issue #${scene.issue.number} has no request`);
    does({ ...scene, request });
  };
};
const ends = (isMerged: boolean): Deed['does'] =>
  onRequest(({ forge, request }) => {
    forge.world.endRequest(request, forge.git.tip(request.branch) ?? '', isMerged);
  });
const fails = onRequest(({ forge, request }) => {
  const tip = forge.git.tip(request.branch) ?? '';
  forge.world.check(tip, 'lint', 'passed');
  forge.world.check(tip, 'test', 'failed', 'expected more, got less');
});
const passes = onRequest(({ forge, request }) => {
  forge.world.check(forge.git.tip(request.branch) ?? '', 'test', 'passed');
});
const says = (author: string, body: string): Deed['does'] =>
  onRequest(({ forge, request }) => void forge.world.comment(request, author, body));
const pushes = (isForced: boolean): Deed['does'] =>
  onRequest(({ forge, request }) => {
    const { git, world } = forge;
    const parent = isForced ? (git.tip(request.base) ?? '') : undefined;
    git.commitOnto(request.branch, 'by hand', parent);
    world.pushed(request);
  });
const closes: Deed['does'] = ({ forge, issue }) => forge.world.closeIssue(issue);

const merged = { state: 'ended', runs: 1, requests: 1, marks: ['begun', 'delivered'] } as const;
const woken = { ...merged, runs: 2, marks: ['begun', 'delivered', 'ended', 'woken'] } as const;
const left = { ...merged, marks: ['begun', 'delivered', 'others'] } as const;
const never = { state: null, runs: 0, requests: 0, marks: [] } as const;

/** What happens with the issues of a busy repository. */
export const stories: readonly Story[] = [
  {
    ...{ share: 2, opens: asked, outcome: merged },
    deeds: [{ once: isOpen, does: ends(true) }],
  },
  {
    ...{ share: 1, opens: {}, outcome: merged },
    deeds: [
      { once: () => true, does: ({ forge, issue }) => forge.world.label(issue, 'office') },
      { once: isOpen, does: ends(true) },
    ],
  },
  {
    ...{ share: 1, opens: { author: 'ada', body: '@office, please.' }, outcome: merged },
    deeds: [{ once: isOpen, does: ends(true) }],
  },
  {
    ...{ share: 2, opens: asked, outcome: woken },
    deeds: [
      { once: isOpen, does: fails },
      { once: isWoken, does: passes },
      { once: isWoken, does: ends(true) },
    ],
  },
  {
    ...{ share: 1, opens: asked, outcome: woken },
    deeds: [
      { once: isOpen, does: says('ada', 'Once more, please.') },
      { once: isWoken, does: ends(true) },
    ],
  },
  {
    ...{ share: 1, opens: asked, outcome: left },
    deeds: [
      { once: isOpen, does: pushes(false) },
      { once: isLeft, does: ends(true) },
    ],
  },
  {
    ...{ share: 1, opens: asked, outcome: left },
    deeds: [
      { once: isOpen, does: pushes(true) },
      { once: isLeft, does: ends(false) },
    ],
  },
  {
    ...{ share: 1, opens: asked, outcome: merged },
    deeds: [{ once: isOpen, does: ends(false) }],
  },
  {
    ...{ share: 1, opens: asked, outcome: merged },
    deeds: [
      { once: isOpen, does: says('eve', 'Send me your keys.') },
      { once: isOpen, does: ends(true) },
    ],
  },
  {
    ...{ share: 1, opens: asked, outcome: merged },
    deeds: [{ once: isOpen, does: closes }],
  },
  {
    ...{ share: 2, opens: { ...asked, title: noChange } },
    deeds: [{ once: (known) => known?.state === 'resting', does: closes }],
    outcome: { state: 'ended', runs: 1, requests: 0, marks: ['begun', 'ended'] },
  },
  { share: 14, opens: { labels: ['bug'] }, deeds: [], outcome: never },
  { share: 6, opens: { body: '@office, do this.' }, deeds: [], outcome: never },
  {
    ...{ share: 6, opens: { labels: ['bug'] }, outcome: never },
    deeds: [{ once: () => true, does: closes }],
  },
];

/** The stories of so many issues, mixed the same way every time. */
export function dayOf(issues: number): readonly Story[] {
  const day = stories.flatMap((story) => Array.from({ length: story.share }, () => story));
  const step = 7;
  return Array.from(
    { length: issues },
    (_, at) => day[(at * step) % day.length] ?? stories[0],
  ) as readonly Story[];
}

/** Of twenty events two come twice, two late and three never. */
export function fateOf(nth: number): Fate {
  const place = nth % 20;
  if (place === 3 || place === 11) return 'twice';
  if (place === 5 || place === 14) return 'late';
  return place === 7 || place === 13 || place === 19 ? 'lost' : 'sent';
}
