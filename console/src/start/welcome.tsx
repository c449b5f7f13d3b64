import type { ExampleBrief } from '#protocol/example-briefs.js';
import { plural } from '../app/format.js';
import { useOfficeState } from '../app/office-context.js';
import { Examples } from './examples.js';
import { Keys } from './keys.js';

/** First steps, below the field for a brief: what the office does, examples, real models. */
export function Welcome({ onChoose }: { readonly onChoose: (example: ExampleBrief) => void }) {
  const people = useOfficeState((state) => state.employees.length);
  return (
    <>
      <section className="stack tight">
        <h2>
          Welcome. {plural(people, 'employee')} {people === 1 ? 'waits' : 'wait'} for a brief.
        </h2>
        <p className="muted">
          Write what you want in your own words. The office plans it, discusses it, builds it,
          checks it and reports, and you can watch every step.
        </p>
      </section>
      <section className="stack tight" aria-label="Examples">
        <h3>Begin with one of these</h3>
        <Examples onChoose={onChoose} />
      </section>
      <Keys />
    </>
  );
}
