import { whyEnded } from '#protocol/rules/why-ended.js';
import { notCheckedIn } from '#protocol/rules/check-states.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { memo, useEffect, useRef, useState } from 'react';
import { useFloorPart } from '../app/floors.js';
import { useOffers } from '../app/offers.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { runTexts } from '#protocol/texts/runs.js';
import { pageGroups } from '../app/page-groups.js';
import { hrefTo, usePlace } from '../app/router.js';
import { nextFrame } from '../app/next-frame.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Markdown } from '../ui/markdown.js';
import { Empty } from '../ui/pieces.js';
import { Tabs } from '../ui/tabs.js';
import { Change } from './change.js';
import { Artifacts, Decisions, Evidence } from './run-parts.js';
import type { RunView } from './run-view.js';
import { useStillRun } from './still-run.js';
import { Turns } from './turns.js';
import { setRunTab } from './use-run-tab.js';

/** Report, turns, change, artifacts and approvals of a run. */
export function RunTabs({
  run,
  turnId,
  tab,
  isReplay,
}: {
  readonly run: RunView;
  readonly turnId: string | null;
  /** Id of the shown tab. */
  readonly tab: string;
  readonly isReplay: boolean;
}) {
  const still = useStillRun(run);
  const { visit, query } = usePlace();
  const file = query.get('file');
  const show = (id: string) => () => {
    setRunTab(id);
    // React Aria's tabs have the focus on the chosen one.
    nextFrame(() =>
      document.querySelector<HTMLElement>('.run-grid [role=tab][aria-selected=true]')?.focus(),
    );
  };
  useOffers({
    'tab-report': show('report'),
    'tab-turns': show('turns'),
    'tab-change': show('change'),
    'tab-artifacts': show('artifacts'),
    'tab-decisions': show('decisions'),
  });
  const isReady = useUnreadEnd(run, isReplay, tab) && tab === 'turns';
  const read = toRead(still);
  useEffect(() => (turnId === null ? undefined : bringIntoView(`turn-${turnId}`)), [turnId, visit]);
  const tabs = [
    { id: 'report', label: 'Report', content: <Report run={still} /> },
    {
      id: 'turns',
      label: `Turns (${run.turns.length})`,
      content: <Turns run={run} target={turnId} />,
    },
    {
      id: 'change',
      label: 'Change',
      content: (
        <Change
          run={still}
          isReplay={isReplay}
          target={file === null ? null : { path: file, visit }}
        />
      ),
    },
    {
      id: 'artifacts',
      label: `Artifacts (${run.artifacts.length})`,
      content: <Artifacts run={run} />,
    },
    {
      id: 'decisions',
      label: `Approvals (${run.approvals.length})`,
      content: <Decisions run={still} />,
    },
  ];
  const parts = useBeginningOfParts(tab);
  return (
    <div ref={parts}>
      <Tabs label="Parts of the run" tabs={tabs} selected={tab} onSelect={setRunTab} />
      <div role="status" className="ended">
        {isReady && (
          <div className="notice">
            <span>{endingOf(run)}</span>
            {read !== null && (
              <Button look="primary" onPress={() => setRunTab(read.tab)}>
                {read.label}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * Scrolls back to the beginning of the parts when another one is shown, which may be shorter; a
 * change scrolls by itself, so it gets the room of the page at once.
 */
function useBeginningOfParts(tab: string) {
  const parts = useRef<HTMLDivElement>(null);
  const shown = useRef(tab);
  useEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    const main = document.getElementById('main');
    const top = parts.current?.getBoundingClientRect().top ?? 0;
    if (main === null) return;
    if (tab === 'change' || top < main.getBoundingClientRect().top) parts.current?.scrollIntoView();
  }, [tab]);
  return parts;
}

/** Scrolls to a part of a tab once it is there. */
function bringIntoView(elementId: string): () => void {
  const timer = setTimeout(() => {
    const element = document.getElementById(elementId);
    if (element instanceof HTMLDetailsElement) element.open = true;
    element?.scrollIntoView();
  }, 50);
  return () => clearTimeout(timer);
}

function endingOf({ status }: RunView): string {
  if (status === 'failed') return 'The run failed.';
  return status === 'done' ? 'The report is ready.' : `The run is ${status}.`;
}

/** The part that is worth reading after the end of a run; null: none. */
function toRead(run: RunView): { readonly label: string; readonly tab: string } | null {
  if (reportOf(run) !== null) return { label: 'Read the report', tab: 'report' };
  if (run.status !== 'cancelled') return { label: 'See why', tab: 'report' };
  const hasChange = run.turns.some(({ wroteFiles }) => wroteFiles.length > 0);
  return hasChange ? { label: 'See what was done', tab: 'change' } : null;
}

/** The closing text of the run; null: none, or only that of its error. */
function reportOf({ artifacts, outcome, error }: RunView): string | null {
  const text = artifacts.findLast(({ kind }) => kind === 'report')?.body ?? outcome;
  return text !== null && error !== null && runTexts.isNoOutput(text) ? null : text;
}

/**
 * True from the end of a run that was watched until its report is read. A replay does not count.
 */
function useUnreadEnd({ status }: RunView, isReplay: boolean, tab: string): boolean {
  const isEnded = isFinal(status);
  const [isWatched, setWatched] = useState(false);
  const isNow = isEnded ? isWatched && tab !== 'report' : isWatched || !isReplay;
  if (isNow !== isWatched) setWatched(isNow);
  return isNow && isEnded;
}

/** The errors of the last failed turns, each with a link to its turn. */
function FailedTurns({ run }: { readonly run: RunView }) {
  const employees = useFloorPart(run.workspaceId, (floor) => floor.employees);
  const failed = run.turns.filter(({ status, error }) => status === 'failed' && error !== null);
  return failed.slice(-failedShown).map(({ id, employeeId, error }) => (
    <p key={id}>
      <a href={hrefTo(['runs', run.id], { turn: id })}>
        {employees?.find((each) => each.id === employeeId)?.displayName ?? employeeId}
      </a>
      : {toldWords(error ?? '')}
    </p>
  ));
}

const nameOf = (page: string) => pageGroups.flat().find(({ path }) => path === page)?.name ?? page;

/** The reason for the end, if neither a turn nor the run shows it, and a remedy. */
function WhatNext({ run }: { readonly run: RunView }) {
  const reason = whyEnded(run);
  if (reason === null) return null;
  const { why, next, page } = reason;
  const said = [run.error, ...run.turns.map(({ error }) => error)];
  const isSaid = said.some((error) => error !== null && toldWords(error).includes(why));
  return (
    <p>
      {!isSaid && `${why} `}
      {next}
      {page !== undefined && (
        <>
          {' '}
          <a href={hrefTo([page])}>{nameOf(page)}</a>
        </>
      )}
    </p>
  );
}

function NoReport({ status }: Pick<RunView, 'status'>) {
  if (isFinal(status)) return <Empty title="No report was written" />;
  return (
    <Empty title="No report yet">
      <p>The last stage writes it. Meanwhile, the turns show what goes on.</p>
    </Empty>
  );
}

/** Earlier failed turns were tried again. */
const failedShown = 3;

const Report = memo(function Report({ run }: { readonly run: RunView }) {
  const report = run.artifacts.findLast(({ kind }) => kind === 'report');
  const text = reportOf(run);
  const isCancelled = run.status === 'cancelled';
  const notChecked = report === undefined ? null : notCheckedIn(run.outcome);
  return (
    <div className="stack">
      {run.error !== null && (
        <Failure at={run.endedAt} isAlert={!isCancelled} isCancelled={isCancelled}>
          <p>{toldWords(run.error)}</p>
          <FailedTurns run={run} />
          <WhatNext run={run} />
        </Failure>
      )}
      {text !== null && (
        <div className="card">
          <Markdown text={text} level={2} />
        </div>
      )}
      {notChecked !== null && <p className="notice">{notChecked}</p>}
      {text === null && run.error === null && <NoReport status={run.status} />}
      <Evidence run={run} />
    </div>
  );
});
