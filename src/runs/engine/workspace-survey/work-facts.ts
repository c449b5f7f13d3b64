import type { Skill } from '#protocol/records/skills.js';
import { promptTexts } from '#protocol/texts/prompts.js';
import type { Program } from './machine.js';
import type { ProjectNote } from './project-notes.js';

/** Facts about a run's place of work, as it was when the run began. */
export interface WorkFacts {
  readonly shell: string;
  readonly programs: readonly Program[];
  readonly account: string | null;
  readonly network: boolean;
  /** Commands may run in a sandbox, which has a network of its own. */
  readonly sandbox?: boolean;
  /** Hosts that the floor allows to the sandbox; absent: none. */
  readonly hosts?: readonly string[];
  /** Tools that read the web can work. */
  readonly web: boolean;
  /** The workspace belongs to a git repository. */
  readonly repository: boolean;
  /** Folder for commands' files outside the workspace; null: none. */
  readonly scratch: string | null;
  /** Files of the workspace that the brief names. */
  readonly named: readonly string[];
  /** Skills that are folders of the workspace; absent: none. */
  readonly skills?: readonly Skill[];
  /** Whole files that the first stage is shown; absent: none, as in older runs. */
  readonly files?: readonly ProjectNote[];
}

/** What a stage finds in the workspace when it begins. */
export interface StagePlace {
  readonly repository: boolean;
  /** Notes of the project that no earlier stage found. */
  readonly notes: readonly ProjectNote[];
}

/** All facts in one line. */
export function factsLine(facts: WorkFacts): string {
  const { shell, programs, account, network, sandbox, hosts = [], repository, scratch } = facts;
  return [
    ...[shell, ...programs.map(({ name, version }) => `${name} ${version}`)],
    ...(account === null ? [] : [promptTexts.account(account)]),
    network && sandbox === true ? promptTexts.networkOutside(hosts) : promptTexts.network(network),
    promptTexts.repository(repository),
    ...(scratch === null ? [] : [promptTexts.scratch(scratch)]),
  ].join('; ');
}

const gitTools: readonly string[] = ['git'];
const webTools: readonly string[] = ['web_fetch', 'web_search'];

/** Tools that cannot work here, and are therefore not shown. */
export function uselessTools(place: Pick<WorkFacts, 'web' | 'repository'>): ReadonlySet<string> {
  return new Set([...(place.repository ? [] : gitTools), ...(place.web ? [] : webTools)]);
}
