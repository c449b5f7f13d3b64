import { useOfficeState } from '../app/office-context.js';
import { useAsPageName } from '../app/page-name.js';
import { goTo } from '../app/router.js';
import { Composer } from '../start/composer.js';
import { FoldedExamples } from '../start/examples.js';
import { Keys } from '../start/keys.js';
import { Welcome } from '../start/welcome.js';
import { Feed, RunsAtWork } from './feed.js';
import { Inspector } from './inspector.js';
import { Stage } from './stage.js';
import './floor.css';

/** The office with its people, and a field for the next brief. */
export default function FloorPage({ query }: { readonly query: URLSearchParams }) {
  useAsPageName('Floor');
  const selected = query.get('employee');
  const employee = useOfficeState((state) => state.employees.find(({ id }) => id === selected));
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const isNew = useOfficeState((state) => state.runs.length === 0);
  return (
    <div className="floor-page">
      <h1 className="sr-only">The floor</h1>
      <Stage selected={selected} />
      <div className="floor-side">
        {employee === undefined ? (
          <>
            {isNew ? (
              <Welcome />
            ) : (
              <>
                <Composer isOpen={query.has('new')} />
                <FoldedExamples />
              </>
            )}
            <RunsAtWork />
            {!isNew && <Feed key={floorId} />}
            {!isNew && <Keys />}
          </>
        ) : (
          <Inspector
            key={`${floorId}/${employee.id}`}
            employee={employee}
            onClose={() => goTo([])}
          />
        )}
      </div>
    </div>
  );
}
