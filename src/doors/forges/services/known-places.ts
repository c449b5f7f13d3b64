import { Injectable } from '@nestjs/common';
import { ageAt, Clock } from '#platform/clock.js';
import type { Look } from '../forge-facts.js';
import {
  ForgeIssuesRepository,
  isIssue,
  type IssuePage,
  type StoredIssue,
} from '../rows/forge-issues.repository.js';
import { refusedForMs } from './refusals.js';

/** Issues of a kind looked at in one go although the forge told of no change. */
const mostAtOnce = 200;

type Pages = (page: IssuePage) => Promise<readonly StoredIssue[]>;

/** Where something may have happened of which a forge tells nothing. */
@Injectable()
export class KnownPlaces {
  /** After which issue the next look goes on, by what is looked at. */
  private readonly turns = new Map<string, StoredIssue>();

  constructor(
    private readonly issues: ForgeIssuesRepository,
    private readonly clock: Clock,
  ) {}

  /** What is to be looked at now; of very many issues each has its turn. */
  async dueOf(id: string): Promise<readonly Look[]> {
    const { waiting, news, open } = this.listsOf(id);
    return [
      ...(await this.nextOf(`${id} waiting`, waiting)).flatMap(issueOf),
      ...(await this.refusedLongAgo(id)).flatMap(issueOf),
      ...(await this.nextOf(`${id} news`, news)).flatMap(issueOf),
      // Checks change nothing that the forge tells of.
      ...(await this.nextOf(`${id} open`, open)).flatMap(requestOf),
    ];
  }

  /** All that may have changed while nobody looked. */
  async allOf(id: string): Promise<readonly Look[]> {
    const { waiting, refused, open, resting, working } = this.listsOf(id);
    const others = [...(await allIn(resting)), ...(await allIn(working))];
    const unbegun = [...(await allIn(waiting)), ...(await allIn(refused))];
    return [
      ...[...unbegun, ...others].flatMap(issueOf),
      ...[...(await allIn(open)), ...others].flatMap(requestOf),
    ];
  }

  /** A look at one puts the next look at it off. */
  private async refusedLongAgo(id: string): Promise<readonly StoredIssue[]> {
    const refused = await this.issues.refused(id, mostAtOnce);
    // Read after the rows: a later time counts as one of a clock that was ahead.
    const now = this.clock.now();
    return refused.filter(({ changedAt }) => ageAt(now, changedAt) >= refusedForMs);
  }

  private listsOf(id: string) {
    const inState =
      (state: 'waiting' | 'refused' | 'open' | 'resting' | 'working'): Pages =>
      (page) =>
        this.issues.inState(id, state, page);
    return {
      news: (page: IssuePage) => this.issues.restingWithNews(id, page),
      ...{ waiting: inState('waiting'), refused: inState('refused'), open: inState('open') },
      ...{ resting: inState('resting'), working: inState('working') },
    };
  }

  private async nextOf(key: string, pages: Pages): Promise<readonly StoredIssue[]> {
    const after = this.turns.get(key) ?? null;
    const found = await pages({ after, limit: mostAtOnce });
    const left = mostAtOnce - found.length;
    const again = after === null || left === 0 ? [] : await pages({ after: null, limit: left });
    const next = [...new Map([...found, ...again].map((each) => [each.number, each])).values()];
    const last = next.at(-1);
    if (last === undefined || next.length < mostAtOnce) this.turns.delete(key);
    else this.turns.set(key, last);
    return next;
  }
}

async function allIn(pages: Pages): Promise<readonly StoredIssue[]> {
  const found: StoredIssue[] = [];
  for (;;) {
    const page = await pages({ after: found.at(-1) ?? null, limit: mostAtOnce });
    found.push(...page);
    if (page.length < mostAtOnce) return found;
  }
}

function issueOf(issue: StoredIssue): readonly Look[] {
  return isIssue(issue) ? [{ at: 'issue', number: issue.number }] : [];
}

function requestOf({ request }: StoredIssue): readonly Look[] {
  return request === null ? [] : [{ at: 'request', number: request }];
}
