import { useState } from 'react';
import type { Approval, Artifact, Run } from '#protocol/records/work.js';
import type { WorkPlan } from '#protocol/records/work-plan.js';
import type { ApprovalStatus } from '#protocol/records/enums.js';
import { decidedWords, reachOf } from '#protocol/rules/decider-of.js';
import { toldHeadings } from '#protocol/rules/told-purpose.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { foreignTexts } from '#protocol/texts/foreign.js';
import { kindNames } from '../approvals/kind-names.js';
import { useFloorPart } from '../app/floors.js';
import { dateTime, plural } from '../app/format.js';
import { runTitle } from '../app/run-title.js';
import { useOfficeState } from '../app/office-context.js';
import { useOffers } from '../app/offers.js';
import { ownName } from '../app/own-name.js';
import { hrefTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Markdown } from '../ui/markdown.js';
import { Badge, Empty, Facts } from '../ui/pieces.js';
import { artifactWords } from './artifact-words.js';
import { ChangePlan } from './change-plan.js';
import type { RunView } from './run-view.js';
import { useSeenWords } from './seen-words.js';
import { planChanged, toldPlan } from './told-plan.js';
import { useNameOf } from './use-name-of.js';

/** The plan of the run, set by its planner or a person; in a replay it cannot be changed. */
export function WorkPlanCard({
  run,
  isReplay,
}: {
  readonly run: RunView;
  readonly isReplay: boolean;
}) {
  const [isChanging, setChanging] = useState(false);
  const roles = useFloorPart(run.workspaceId, (floor) => floor.roles);
  const given = givenPlan(run);
  const plan = given ?? run.workPlan;
  const isChangeable =
    !isReplay && !isFinal(run.status) && roles !== undefined && plan !== undefined;
  useOffers({
    plan: isChangeable ? () => setChanging(true) : 'only a run at work that has a plan',
  });
  const nameOf = (id: string) => roles?.find((each) => each.id === id)?.displayName ?? id;
  if (plan === undefined) return null;
  return (
    <section className="card stack tight" aria-label="Who does what">
      <h2 className="part-title">Who does what</h2>
      {given !== undefined && <p className="muted small">Holds from the next stage on.</p>}
      <Markdown text={toldPlan(plan, nameOf)} />
      {isChangeable && <Button onPress={() => setChanging(true)}>Change the plan</Button>}
      {isChanging && roles !== undefined && (
        <ChangePlan run={run} plan={plan} roles={roles} onClose={() => setChanging(false)} />
      )}
    </section>
  );
}

/** The last plan that a person gave, until a stage begins with it. */
function givenPlan({ instructions = [], workPlanAt = 0 }: RunView): WorkPlan | undefined {
  const last = instructions.findLast(({ plan }) => plan !== undefined);
  return last !== undefined && last.at > workPlanAt ? last.plan : undefined;
}

export function Artifacts({
  run: { artifacts, stages, status, workspaceId },
}: {
  readonly run: RunView;
}) {
  const nameOf = useNameOf(workspaceId);
  if (artifacts.length === 0) {
    return (
      <Empty title={isFinal(status) ? 'No artifact was left' : 'No artifact yet'}>
        <p>Stages leave plans, designs, code, reviews and reports here.</p>
      </Empty>
    );
  }
  const sourceOf = ({ title, stageId, employeeId }: Artifact) => {
    const stage = stages.find(({ id }) => id === stageId)?.spec.name;
    return [stage === title ? undefined : stage, employeeId === null ? '' : nameOf(employeeId)];
  };
  return (
    <div className="stack tight">
      {artifacts.map((artifact) => (
        <details key={artifact.id} className="tool artifact">
          <summary>
            <Badge>{artifactWords[artifact.kind]}</Badge>
            <strong>{artifact.title}</strong>
            {artifact.path !== undefined && artifact.path !== artifact.title && (
              <code>{artifact.path}</code>
            )}
            <span className="muted">
              {[...sourceOf(artifact), dateTime(artifact.createdAt)].filter(Boolean).join(', ')}
            </span>
          </summary>
          <div>
            <Markdown text={toldHeadings(artifact.body, nameOf)} level={2} />
          </div>
        </details>
      ))}
    </div>
  );
}

export function Decisions({ run }: { readonly run: RunView }) {
  if (run.approvals.length === 0) {
    return <Empty title={isFinal(run.status) ? 'Nobody had to ask' : 'Nobody has asked yet'} />;
  }
  return (
    <div className="stack tight">
      {run.approvals.map((approval) => (
        <Decision key={approval.id} approval={approval} />
      ))}
    </div>
  );
}

const decisionNames: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'waits for you',
  approved: 'approved',
  rejected: 'refused',
};

function Decision({ approval }: { readonly approval: Approval }) {
  const { kind, summary, detail, status, requestedAt, decidedAt, reason } = approval;
  return (
    <div className="card stack tight">
      <div className="row between">
        <strong>{toldWords(summary)}</strong>
        <Badge tone={status === 'approved' ? 'good' : status === 'pending' ? 'wait' : 'bad'}>
          {decisionNames[status]}
        </Badge>
      </div>
      <pre className="code" tabIndex={0}>
        {detail}
      </pre>
      <p className="small muted">
        Asked to {kindNames[kind] ?? kind} on {dateTime(requestedAt)}
        {decidedAt !== null &&
          `; ${status === 'approved' ? 'approved' : 'refused'} on ${dateTime(decidedAt)}${decidedWords(approval, ownName())}${reachOf(approval)}`}
        {reason !== null && `: ${reason}`}
      </p>
    </div>
  );
}

/** The recorded commands of the run, independent of what employees say about them. */
export function Evidence({ run }: { readonly run: RunView }) {
  const known = new Set(run.turns.map(({ id }) => id));
  // A replay shows only the commands that had run by then.
  const checked = new Set([...(run.checks ?? []), run.setup].map((check) => check?.at));
  const commands = run.evidence.filter(({ turnId, at }) =>
    turnId === null ? checked.has(at) : known.has(turnId),
  );
  if (commands.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Commands that were run">
      <h2 className="part-title">Commands that were run</h2>
      <ul className="evidence">
        {commands.map(
          ({ turnId, command, confinement, succeeded, outcome, tail, changedSince }, index) => (
            <li key={index}>
              <Badge tone={toneOf(succeeded)}>{wordFor(succeeded)}</Badge>
              <code>{command}</code>
              <span className="muted small">
                {outcome}
                {confinement === 'sandbox' && ', in the sandbox'}
                {changedSince.length > 0 &&
                  `; ${plural(changedSince.length, 'file')} changed after it`}
              </span>
              {turnId === null ? (
                <span className="small">Run by the office</span>
              ) : (
                <a className="small" href={hrefTo(['runs', run.id], { turn: turnId })}>
                  See the turn
                </a>
              )}
              {tail !== '' && (
                <details>
                  <summary className="small">End of its output</summary>
                  <pre tabIndex={0}>{tail}</pre>
                </details>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function toneOf(succeeded: boolean | null): 'good' | 'bad' | 'plain' {
  if (succeeded === null) return 'plain';
  return succeeded ? 'good' : 'bad';
}

function wordFor(succeeded: boolean | null): string {
  if (succeeded === null) return 'not known';
  return succeeded ? 'succeeded' : 'failed';
}

/** Instructions that people added while the run was active. */
export function Instructions({ run }: { readonly run: RunView }) {
  const { instructions = [] } = run;
  const seenWords = useSeenWords(run);
  const nameOf = useNameOf(run.workspaceId);
  if (instructions.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Instructions">
      <h2 className="part-title">Instructions</h2>
      {instructions.map(({ text, at, plan }) => (
        <div key={at}>
          {plan !== undefined && <p>{planChanged}</p>}
          <Markdown text={plan === undefined ? text : toldPlan(plan, nameOf)} />
          <span className="muted small">
            {dateTime(at)}, {seenWords(at)}
          </span>
        </div>
      ))}
    </section>
  );
}

/** Sources of texts that the run has read and that nobody here has written. */
export function ForeignTexts({ run: { foreign = [] } }: { readonly run: RunView }) {
  if (foreign.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Foreign text">
      <h2 className="part-title">Foreign text</h2>
      <p className="small">{foreignTexts.readBy(foreign)}</p>
    </section>
  );
}

/** The run's parents and children. */
export function Relatives({ run }: { readonly run: RunView }) {
  const runs = useOfficeState((state) => state.runs);
  const { id, retryOf, continues } = run;
  const link = (runId: string) => <RunLink key={runId} id={runId} title={titleIn(runs, runId)} />;
  const retries = runs.filter((each) => each.retryOf === id);
  const followUps = runs.filter((each) => each.continues === id);
  const rows = [
    ...(retryOf === undefined ? [] : [['Tries again', link(retryOf)] as const]),
    ...(continues === undefined ? [] : [['Goes on from', link(continues)] as const]),
    ...retries.map((each) => ['Tried again as', link(each.id)] as const),
    ...followUps.map((each) => ['Continued by', link(each.id)] as const),
  ];
  if (rows.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="Runs around this one">
      <h2 className="part-title">Runs around this one</h2>
      <Facts rows={rows} />
    </section>
  );
}

function RunLink({ id, title }: { readonly id: string; readonly title: string }) {
  return <a href={hrefTo(['runs', id])}>{title}</a>;
}

/** The run's title, as far as the state has it. */
function titleIn(runs: readonly Run[], runId: string): string {
  return runTitle(runs.find(({ id }) => id === runId) ?? { brief: runId }, 60);
}
