import { exampleBriefs, type ExampleBrief } from '#protocol/example-briefs.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';

/** Briefs that simulated employees can finish, submitted by a click. */
export function Examples() {
  const office = useOffice();
  const { busy, act } = useAction();
  const workspaceId = useOfficeState((state) => state.activeWorkspaceId);
  const pipelines = useOfficeState((state) => state.pipelines);
  const commission = ({ brief, pipelineId }: ExampleBrief) => ({
    brief,
    workspaceId,
    // A floor with its own pipelines chooses among them.
    ...(pipelines.some(({ id }) => id === pipelineId) && { pipelineId }),
  });
  return exampleBriefs.map((example) => (
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
  ));
}

/** The same, folded, once a brief was submitted; nothing with real employees. */
export function FoldedExamples() {
  const isMock = useOfficeState((state) => state.llmMode === 'mock');
  if (!isMock) return null;
  return (
    <details className="small">
      <summary>Examples</summary>
      <div className="stack tight folded-part">
        <Examples />
      </div>
    </details>
  );
}
