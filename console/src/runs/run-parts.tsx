import type { Artifact, PlanStep } from '../../../src/protocol/records/work.js';
import { dateTime } from '../app/format.js';
import { useOfficeState } from '../app/office-context.js';
import { Markdown } from '../ui/markdown.js';
import { Badge, Empty, type Tone } from '../ui/pieces.js';
import { DiffView, diffOf } from './diff-view.js';
import type { RunView } from './run-view.js';

const stepTones: Readonly<Record<PlanStep['status'], Tone>> = {
  pending: 'plain',
  in_progress: 'busy',
  completed: 'good',
};

export function PlanSteps({ steps }: { readonly steps: readonly PlanStep[] }) {
  if (steps.length === 0) return null;
  return (
    <div className="card stack tight">
      <h3>Plan</h3>
      <ol className="small">
        {steps.map(({ content, status }, index) => (
          <li key={index}>
            {content} <Badge tone={stepTones[status]}>{status.replace('_', ' ')}</Badge>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function Artifacts({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) {
    return (
      <Empty title="No artifact yet">
        <p>Stages leave plans, designs, code, reviews and reports here.</p>
      </Empty>
    );
  }
  return (
    <div className="stack tight">
      {artifacts.map(({ id, kind, title, body, path, createdAt }) => (
        <details key={id} className="tool">
          <summary>
            <Badge>{kind}</Badge>
            <strong className="grow">{title}</strong>
            {path !== undefined && <code>{path}</code>}
            <span className="muted">{dateTime(createdAt)}</span>
          </summary>
          <div>
            <Markdown text={body} />
          </div>
        </details>
      ))}
    </div>
  );
}

/** Everything the run changed in files, turn by turn. */
export function Change({ run }: { readonly run: RunView }) {
  const employees = useOfficeState((state) => state.employees);
  const changes = run.turns.flatMap((turn) => {
    const diff = diffOf(turn);
    return diff === null ? [] : [{ turn, diff }];
  });
  const written = [...new Set(run.turns.flatMap(({ wroteFiles }) => wroteFiles))];
  if (changes.length === 0 && written.length === 0) {
    return (
      <Empty title="No file was changed">
        <p>What employees write, edit or delete appears here as a diff.</p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      {changes.map(({ turn, diff }) => (
        <section key={turn.id} className="stack tight">
          <h3>
            {employees.find(({ id }) => id === turn.employeeId)?.displayName ?? turn.employeeId}
          </h3>
          <DiffView diff={diff} />
        </section>
      ))}
      {changes.length === 0 && (
        <div className="card stack tight">
          <h3>Files written</h3>
          <ul>
            {written.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
          <p className="muted small">In {run.workspacePath}</p>
        </div>
      )}
    </div>
  );
}

export function Decisions({ run }: { readonly run: RunView }) {
  if (run.approvals.length === 0) return <Empty title="Nobody had to ask" />;
  return (
    <div className="stack tight">
      {run.approvals.map(({ id, kind, summary, detail, status, decidedAt, reason, ...rest }) => (
        <div key={id} className="card stack tight">
          <div className="row between">
            <strong>{summary}</strong>
            <Badge tone={status === 'approved' ? 'good' : status === 'pending' ? 'wait' : 'bad'}>
              {status}
            </Badge>
          </div>
          <pre className="code">{detail}</pre>
          <p className="small muted">
            {kind}, asked {dateTime(rest.requestedAt)}
            {decidedAt !== null && `, decided ${dateTime(decidedAt)}`}
            {decidedByOf(rest)}
            {reason !== null && `: ${reason}`}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Who decided, where the service says so. */
function decidedByOf(approval: object): string {
  const { decidedBy } = approval as { decidedBy?: unknown };
  return typeof decidedBy === 'string' ? ` by ${decidedBy}` : '';
}
