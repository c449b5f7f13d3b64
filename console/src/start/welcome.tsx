import { exampleBriefs, type ExampleBrief } from '../../../src/protocol/example-briefs.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { useAction } from '../app/notices.js';
import { Composer } from './composer.js';

/** The first minute: what this is, three briefs to try, and what makes it real. */
export function Welcome() {
  const office = useOffice();
  const { busy, act } = useAction();
  const people = useOfficeState((state) => state.employees.length);
  const workspaceId = useOfficeState((state) => state.activeWorkspaceId);
  const pipelines = useOfficeState((state) => state.pipelines);
  const commission = ({ brief, pipelineId }: ExampleBrief) => ({
    brief,
    workspaceId,
    // A floor with pipelines of its own chooses among them.
    ...(pipelines.some(({ id }) => id === pipelineId) && { pipelineId }),
  });
  return (
    <>
      <section className="stack tight">
        <h2>Welcome. {people} employees wait for a brief.</h2>
        <p className="muted">
          Write what you want in your own words. The office plans it, discusses it, builds it,
          checks it and reports, and you can watch every step. Begin with one of these:
        </p>
        {exampleBriefs.map((example) => (
          <button
            key={example.id}
            type="button"
            className="example"
            disabled={busy}
            onClick={() => void act(() => office.http.submit(commission(example)))}
          >
            <strong>{example.title}</strong>
            {example.brief}
            <span>{example.summary}</span>
          </button>
        ))}
      </section>
      <Composer isOpen={false} />
      <Keys />
    </>
  );
}

/** Which variables make employees real; nothing where they are real already. */
function Keys() {
  const isMock = useOfficeState((state) => state.llmMode === 'mock');
  const reason = useOfficeState((state) => state.llmModeReason);
  const providers = useOfficeState((state) => state.providers);
  if (!isMock) return null;
  const hints = providers.filter(({ configured, hint }) => !configured && hint !== null);
  return (
    <section className="card stack tight" aria-label="Simulated employees">
      <h3>Employees are simulated</h3>
      <p className="small muted">
        {reason}. They follow a script, cost nothing and reach nobody. For real ones put a key into
        the file <code>.env</code> beside the service and start it again:
      </p>
      <details className="small">
        <summary>Which keys ({hints.length})</summary>
        <ul className="feed">
          {hints.map(({ id, label, hint }) => (
            <li key={id}>
              <strong>{label}</strong>
              <div className="muted">{hint}</div>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
