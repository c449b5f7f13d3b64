import { exampleBriefs, type ExampleBrief } from '#protocol/example-briefs.js';
import { useIsMock } from '../app/simulated.js';

type OnChoose = (example: ExampleBrief) => void;

/** Briefs that simulated employees can finish; a click fills the field in. */
export function Examples({ onChoose }: { readonly onChoose: OnChoose }) {
  return exampleBriefs.map((example) => (
    <button key={example.id} type="button" className="example" onClick={() => onChoose(example)}>
      <strong>{example.title}</strong>
      {example.brief}
      <span>{example.summary}</span>
    </button>
  ));
}

/** The examples, folded once a brief was submitted; none with real employees. */
export function FoldedExamples({ onChoose }: { readonly onChoose: OnChoose }) {
  const isMock = useIsMock();
  if (!isMock) return null;
  return (
    <details className="small">
      <summary>Examples</summary>
      <div className="stack tight folded-part">
        <Examples onChoose={onChoose} />
      </div>
    </details>
  );
}

/** What happens to a brief that is an unchanged example; nothing with real employees. */
export function ExampleNote({ example }: { readonly example: ExampleBrief }) {
  const isMock = useIsMock();
  if (!isMock) return null;
  return (
    <p className="notice small example-note" role="status">
      <span>
        <strong>What will happen.</strong> {example.happens} Simulated employees play it at a pace
        at which you can watch them, for about half a minute, at no cost; then you read the report.
      </span>
    </p>
  );
}
