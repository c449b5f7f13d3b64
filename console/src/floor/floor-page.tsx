import { Suspense, useEffect, useState } from 'react';
import type { ExampleBrief } from '#protocol/example-briefs.js';
import { useOfficeState, useStateNow } from '../app/office-context.js';
import { useAsPageName } from '../app/page-name.js';
import { useOffers } from '../app/offers.js';
import { goTo, replaceWith } from '../app/router.js';
import { Composer } from '../start/composer.js';
import { putAside } from '../start/draft.js';
import { FoldedExamples } from '../start/examples.js';
import { Keys } from '../start/keys.js';
import { Welcome } from '../start/welcome.js';
import { Feed, RunsAtWork } from './feed.js';
import { Skeleton } from '../ui/pieces.js';
import { later } from '../app/later.js';
import './floor.css';

// The field for a brief comes first, also over a slow line.
const Stage = later(() => import('./stage.js'));
const Inspector = later(() => import('./inspector.js'));

/** The example that fills in the field, and how many were chosen. */
interface Filled {
  readonly example?: ExampleBrief;
  readonly times: number;
}

/** A field for the next brief, and the office with its people. */
export default function FloorPage({ query }: { readonly query: URLSearchParams }) {
  useAsPageName('Floor');
  const selected = query.get('employee');
  const employee = useOfficeState((state) => state.employees.find(({ id }) => id === selected));
  usePeopleKeys(selected);
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const isNew = useOfficeState((state) => state.runs.length === 0);
  const isAsked = query.has('new');
  useEffect(() => {
    // A reload must not take the focus again.
    if (isAsked) replaceWith({ new: null });
  }, [isAsked]);
  const [filled, fill] = useState<Filled>({ times: 0 });
  const choose = (example: ExampleBrief) => {
    putAside();
    fill(({ times }) => ({ example, times: times + 1 }));
  };
  return (
    <div className="floor-page">
      <h1 className="sr-only">The floor</h1>
      <div className="floor-column">
        {employee === undefined ? (
          <>
            <div className="floor-start">
              <Composer
                key={filled.times}
                isOpen={isAsked || filled.example !== undefined}
                example={filled.example}
                onSubmitted={() => fill(({ times }) => ({ times }))}
              />
            </div>
            <div className="floor-side">
              {isNew ? <Welcome onChoose={choose} /> : <FoldedExamples onChoose={choose} />}
              <RunsAtWork />
              {!isNew && <Feed key={floorId} />}
              {!isNew && <Keys />}
            </div>
          </>
        ) : (
          <div className="floor-side">
            <Suspense fallback={<Skeleton height={240} />}>
              <Inspector
                key={`${floorId}/${employee.id}`}
                employee={employee}
                onClose={() => goTo([])}
              />
            </Suspense>
          </div>
        )}
      </div>
      <Suspense fallback={<div className="floor-stage" aria-busy="true" />}>
        <Stage key={floorId} selected={selected} />
      </Suspense>
    </div>
  );
}

/** Steps through the employees by keys. */
function usePeopleKeys(selected: string | null): void {
  const stateNow = useStateNow();
  const step = (by: 1 | -1) => {
    const { employees } = stateNow();
    const at = employees.findIndex(({ id }) => id === selected);
    const next =
      at < 0 ? employees.at(by === 1 ? 0 : -1) : employees.at((at + by) % employees.length);
    if (next !== undefined) goTo([], { employee: next.id });
  };
  useOffers({
    'person-next': () => step(1),
    'person-previous': () => step(-1),
    'person-close': selected === null ? 'nobody is open' : () => goTo([]),
  });
}
