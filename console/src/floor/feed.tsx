import { useEffect, useState } from 'react';
import type { ServerEventOf } from '#protocol/events.js';
import type { Run } from '#protocol/records/work.js';
import { spentOfWords } from '#protocol/rules/spent-of.js';
import { clockTime, firstLine, plain } from '../app/format.js';
import { runTitle } from '../app/run-title.js';
import { useOffice, useOfficeState, useStateNow } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { isOfShownFloor } from '../app/shown-floor.js';
import { Simulated, SimulatedRun } from '../app/simulated.js';
import { runTones } from '../runs/run-status.js';
import { statusWord } from '../runs/status-word.js';
import { StageLane } from '../runs/stage-progress.js';
import { useToldStatus } from '../runs/use-told-status.js';
import { stagesDone } from '../runs/stages-done.js';
import { Badge } from '../ui/pieces.js';

const shownRuns = 4;

/** Active runs and the latest that ended. */
export function RunsAtWork() {
  const runs = useOfficeState((state) => state.runs);
  const active = useOfficeState((state) => state.activeRunIds);
  const first = runs.filter(({ id }) => active.includes(id));
  const shown = [...first, ...runs.filter(({ id }) => !active.includes(id))].slice(0, shownRuns);
  if (shown.length === 0) return null;
  return (
    <section className="stack tight">
      <div className="row between">
        <span className="row tight">
          <h2>Runs</h2> <Simulated />
        </span>
        <a href={hrefTo(['runs'])}>All runs</a>
      </div>
      {shown.map((run) => (
        <RunCard key={run.id} run={run} />
      ))}
    </section>
  );
}

function RunCard({ run }: { readonly run: Run }) {
  const { id, budget } = run;
  const status = useToldStatus(run);
  return (
    <a className="card run-card" href={hrefTo(['runs', id])}>
      <strong>{runTitle(run, 90)}</strong>
      <StageLane run={run} />
      <span className="row between small">
        <span className="row tight">
          <Badge tone={runTones[status]}>{statusWord(status)}</Badge>
          <span className="muted">{stagesDone(run)}</span>
        </span>
        <span className="num muted">
          {spentOfWords(budget.spentUsd, budget.limitUsd)} <SimulatedRun run={run} />
        </span>
      </span>
      {status === 'done' && <strong className="read">Read the report</strong>}
    </a>
  );
}

const kept = 30;

/** Messages on the shown floor, the latest first. */
export function Feed() {
  const office = useOffice();
  const stateNow = useStateNow();
  const employees = useOfficeState((state) => state.employees);
  const [speeches, setSpeeches] = useState<readonly ServerEventOf<'speech'>[]>([]);
  useEffect(
    () =>
      office.on('speech', (event) => {
        if (!isOfShownFloor(stateNow(), event.runId)) return;
        setSpeeches((before) => [event, ...before].slice(0, kept));
      }),
    [office, stateNow],
  );
  const nameOf = (id: string) => employees.find((each) => each.id === id)?.displayName ?? id;
  if (speeches.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>Said lately</h2>
      <ul className="feed">
        {speeches.map((speech) => (
          <li key={`${speech.seq ?? speech.at}`}>
            <strong>{nameOf(speech.fromEmployeeId)}</strong>{' '}
            <span className="muted">
              {clockTime(speech.at)}, {speech.kind}
            </span>
            <div>{plain(firstLine(speech.text, 200))}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
