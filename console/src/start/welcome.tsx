import { useOfficeState } from '../app/office-context.js';
import { Composer } from './composer.js';
import { Examples } from './examples.js';
import { Keys } from './keys.js';

/** First steps: what the office is, how to use real models, and three briefs to try. */
export function Welcome() {
  const people = useOfficeState((state) => state.employees.length);
  return (
    <>
      <section className="stack tight">
        <h2>Welcome. {people} employees wait for a brief.</h2>
        <p className="muted">
          Write what you want in your own words. The office plans it, discusses it, builds it,
          checks it and reports, and you can watch every step.
        </p>
      </section>
      <Keys />
      <section className="stack tight" aria-label="Examples">
        <h3>Begin with one of these</h3>
        <Examples />
      </section>
      <Composer isOpen={false} />
    </>
  );
}
