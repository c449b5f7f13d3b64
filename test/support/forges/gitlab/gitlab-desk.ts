import type { ForgeWorld, WorldComment, WorldIssue, WorldRequest } from '../forge-world.js';
import type { GitOverHttp } from '../git-over-http.js';

const developer = 30;
const guest = 10;

/** What GitLab knows beyond what forges have in common. */
export class GitlabDesk {
  readonly projectId = 42;
  readonly forkId = 77;
  /** The project's path now. */
  path: string;
  readonly guests = new Set(['gil']);
  readonly confidential = new Set<WorldIssue>();
  /** Only members see them. */
  readonly internal = new Set<WorldComment>();
  /** What GitLab notes of what people did. */
  readonly system = new Set<WorldComment>();
  /** Requests whose branch is in a fork. */
  readonly forked = new Set<WorldRequest>();
  private readonly labellers = new Map<WorldIssue, string>();
  private readonly heads = new Map<number, string>();

  constructor(
    readonly world: ForgeWorld,
    readonly git: GitOverHttp,
    /** As it was when it was made. */
    readonly firstPath: string,
    /** Address of the GitLab. */
    private readonly home: () => string,
  ) {
    this.path = firstPath;
  }

  get page(): string {
    return `${this.home()}/${this.path}`;
  }

  /** Who set the labels of an issue; usually somebody who may. */
  labelledBy(issue: WorldIssue, author: string): void {
    this.labellers.set(issue, author);
  }

  labellerOf(issue: WorldIssue): string {
    return this.labellers.get(issue) ?? 'ada';
  }

  members(): readonly { readonly username: string; readonly access: number }[] {
    return [
      ...[...this.world.writers].map((username) => ({ username, access: developer })),
      ...[...this.guests].map((username) => ({ username, access: guest })),
    ];
  }

  accessOf(login: string): number {
    return this.members().find(({ username }) => username === login)?.access ?? 0;
  }

  /** The head that a request tells of, which is the one before for a while after a push. */
  headOf(request: WorldRequest): string {
    const { number, branch, state, lastTip } = request;
    if (state !== 'open' || this.forked.has(request)) return lastTip;
    const told = this.heads.get(number) ?? this.git.tip(branch) ?? lastTip;
    this.heads.set(number, told);
    return told;
  }

  /** GitLab has noticed what was pushed. */
  refresh({ number, branch, lastTip }: WorldRequest): void {
    this.heads.set(number, this.git.tip(branch) ?? lastTip);
  }
}
