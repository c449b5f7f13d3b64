import { describe, expect, it } from '@jest/globals';
import type { ConnectedForge, ForgeIssue } from '#protocol/records/forges.js';
import type { WorldIssue } from '#test/support/forges/forge-world.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { until } from '#test/support/until.js';
import { callsTool, promptOf } from '#test/runs/support/commission.js';
import { dayOf, fateOf, noChange, type Outcome } from './support/busy-day.js';
import { ForgeOffice } from './support/forge-office.js';

/** The whole day takes some minutes; a part of it has each of its stories. */
const isWhole = process.env.FORGE_DAY === 'whole';
const size = isWhole ? 200 : 40;
const limitMs = isWhole ? 900_000 : 240_000;

const mark = /<!-- office \d+\/([a-z]+)/g;

describe(`a day of a busy repository, ${size} issues`, () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));

  it(
    'ends for each issue as it should, whatever happens to the events',
    async () => {
      const works = callsTool('run_shell', { command: 'echo more >> work.txt' });
      at.provider.respondWith((request) =>
        promptOf(request).includes(noChange) ? { text: ['There is nothing.'] } : works(request),
      );
      const connected = await at.connect({ mention: 'office', perDay: 1000 });
      at.tells(connected);
      at.forge.fate = fateOf;
      const day = dayOf(size).map((story) => ({
        ...{ story, issue: at.forge.world.openIssue(story.opens) },
        todo: [...story.deeds],
      }));
      await until(async () => {
        const known = await knownOf(connected);
        for (const { issue, todo } of day) {
          const next = todo[0];
          if (next?.once(known.get(issue.number)) !== true) continue;
          next.does({ forge: at.forge, issue, request: requestsOf(issue)[0] });
          todo.shift();
        }
        await at.forge.told();
        await at.polled(connected);
        return day.every(({ todo }) => todo.length === 0);
      });
      await until(async () => {
        const outcomes = await outcomesOf(connected, day);
        return outcomes.every(
          ({ state, marks }, index) =>
            state === (day[index]?.story.outcome.state ?? null) &&
            marks.length >= (day[index]?.story.outcome.marks.length ?? 0),
        );
      });
      const expected = day.map(({ story }) => story.outcome);
      expect(await outcomesOf(connected, day)).toEqual(expected);
      expect([...at.forge.world.requests.values()].every(({ state }) => state === 'closed')).toBe(
        false,
      );
      const runs = expected.reduce((sum, each) => sum + each.runs, 0);
      expect(await at.runs()).toHaveLength(Math.min(runs, 200));
    },
    limitMs,
  );

  async function knownOf(connected: ConnectedForge): Promise<ReadonlyMap<number, ForgeIssue>> {
    return new Map((await at.issues(connected)).map((each) => [each.number, each]));
  }

  function requestsOf({ number }: WorldIssue) {
    const wanted = `office/issue-${number}-`;
    return [...at.forge.world.requests.values()].filter(({ branch }) => branch.startsWith(wanted));
  }

  async function outcomesOf(
    connected: ConnectedForge,
    day: readonly { readonly issue: WorldIssue }[],
  ): Promise<readonly Outcome[]> {
    const known = await knownOf(connected);
    return day.map(({ issue }) => {
      const requests = requestsOf(issue);
      const said = [issue, ...requests].flatMap(({ comments }) => comments);
      const marks = said.flatMap(({ body }) => [...body.matchAll(mark)].map(([, key = '']) => key));
      const row = known.get(issue.number);
      const runs = (row?.runId ?? null) === null ? 0 : (row?.wakes ?? 0) + 1;
      const state = row?.state ?? null;
      return { state, runs, requests: requests.length, marks: marks.toSorted() };
    });
  }
});
