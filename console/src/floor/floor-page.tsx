import { useCallback, useMemo, useRef, useState, useLayoutEffect, type CSSProperties } from 'react';
import { useOfficeState } from '../app/office-context.js';
import { goTo } from '../app/router.js';
import { Composer } from '../start/composer.js';
import { Welcome } from '../start/welcome.js';
import { FloorDrawing } from './floor-drawing.js';
import { paletteOf } from './floor-palette.js';
import { planFloor } from './floor-plan.js';
import { Feed, RunsAtWork } from './feed.js';
import { Inspector } from './inspector.js';
import { Bubbles, PeopleLayer, TalkLines } from './people-layer.js';
import { placesOf } from './places.js';
import './floor.css';

/** The office at work, and what is asked of it next. */
export default function FloorPage({ query }: { readonly query: URLSearchParams }) {
  const selected = query.get('employee');
  const employee = useOfficeState((state) => state.employees.find(({ id }) => id === selected));
  const isNew = useOfficeState((state) => state.runs.length === 0);
  return (
    <div className="floor-page">
      <h1 className="sr-only">The floor</h1>
      <Stage selected={selected} />
      <div className="floor-side">
        {employee === undefined ? (
          <>
            {isNew ? <Welcome /> : <Composer isOpen={query.has('new')} />}
            <RunsAtWork />
            {!isNew && <Feed />}
          </>
        ) : (
          <Inspector key={employee.id} employee={employee} onClose={() => goTo([])} />
        )}
      </div>
    </div>
  );
}

function Stage({ selected }: { readonly selected: string | null }) {
  const floor = useOfficeState((state) => state.floor);
  const style = useOfficeState((state) => state.style);
  const employees = useOfficeState((state) => state.employees);
  const runs = useOfficeState((state) => state.runs);
  const plan = useMemo(
    () => planFloor({ layout: floor.layout, modules: floor.modules }),
    [floor.layout, floor.modules],
  );
  const places = useMemo(() => placesOf(plan, employees, runs), [plan, employees, runs]);
  const select = useCallback(
    (id: string) => goTo([], id === selected ? {} : { employee: id }),
    [selected],
  );
  const { ref, metre } = useMetre(plan.bounds);
  const look = {
    ...paletteOf(style),
    '--m': metre,
    '--w': plan.bounds.width,
    '--d': plan.bounds.depth,
  } as CSSProperties;
  return (
    <div
      className="floor-stage"
      ref={ref}
      role="region"
      aria-label="Plan of the floor"
      tabIndex={0}
    >
      <div className="plan" style={look}>
        <FloorDrawing plan={plan} />
        <TalkLines plan={plan} places={places} />
        <PeopleLayer
          plan={plan}
          places={places}
          employees={employees}
          selected={selected}
          onSelect={select}
        />
        <Bubbles plan={plan} places={places} />
      </div>
      <Legend />
    </div>
  );
}

const legend = [
  ['--thinking', 'thinking'],
  ['--working', 'at work'],
  ['--talking', 'talking'],
  ['--blocked', 'waits for you'],
] as const;

function Legend() {
  return (
    <div className="legend">
      {legend.map(([color, word]) => (
        <span key={word}>
          <i style={{ background: `var(${color})` }} />
          {word}
        </span>
      ))}
    </div>
  );
}

const smallestMetre = 15;
const largestMetre = 46;
/** Left around the plan and for the legend, px. */
const around = { x: 40, z: 72 };

/** How many pixels a metre is, so that the whole floor fits where it can. */
function useMetre({ width, depth }: { width: number; depth: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const [metre, setMetre] = useState(24);
  useLayoutEffect(() => {
    const stage = ref.current;
    if (stage === null) return;
    const measure = () => {
      const isStacked = stage.clientWidth >= document.documentElement.clientWidth - 260;
      const beside = isStacked ? around.x / 2 : around.x;
      const room = { x: stage.clientWidth - beside, z: stage.clientHeight - around.z };
      const byWidth = room.x / width;
      const fit = isStacked && room.x < 900 ? byWidth : Math.min(byWidth, room.z / depth);
      setMetre(Math.max(smallestMetre, Math.min(largestMetre, fit)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    measure();
    return () => observer.disconnect();
  }, [width, depth]);
  useLayoutEffect(() => {
    const stage = ref.current;
    stage?.classList.add('still');
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => stage?.classList.remove('still'));
    });
    return () => cancelAnimationFrame(frame);
  }, [metre]);
  return { ref, metre };
}
