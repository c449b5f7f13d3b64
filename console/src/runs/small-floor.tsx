import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EmployeeState } from '#protocol/records/organisation.js';
import { useFloorPart } from '../app/floors.js';
import { useOfficeState } from '../app/office-context.js';
import { FloorDrawing } from '../floor/floor-drawing.js';
import { Bubbles, spokenBubbles } from '../floor/bubbles.js';
import { planLook } from '../floor/floor-palette.js';
import { PeopleLayer } from '../floor/people-layer.js';
import { placesOf } from '../floor/places.js';
import { saidInReviews } from '../floor/review-talk.js';
import { spokenMs, talkingMs, talkOf, withTalk } from '../floor/talk.js';
import { TalkLine } from '../floor/talk-line.js';
import { useSaidNow, useTalk } from '../floor/use-talk.js';
import { useFloorPlan } from '../floor/use-floor-plan.js';
import '../floor/floor.css';
import '../floor/furniture.css';
import '../floor/people.css';
import '../floor/plan.css';
import '../floor/site.css';
import '../floor/talk.css';
import { peopleAt } from './people-at.js';
import type { RunView } from './run-view.js';

const unnamed: ReadonlySet<string> = new Set();

interface Moment {
  readonly run: RunView;
  /** The moment that a replay has reached, ms; null: there is no replay. */
  readonly replayedAt: number | null;
  /** Multiple of the run's own speed. */
  readonly speed: number;
}

interface PictureProps extends Moment {
  readonly employees: readonly EmployeeState[];
}

const nobody = (): void => undefined;

/** The floor as this run has it now, or at the moment that a replay has reached. */
export default function SmallFloor(moment: Moment) {
  const { run } = moment;
  const isShown = useOfficeState((state) => state.activeWorkspaceId === run.workspaceId);
  const employees = useFloorPart(run.workspaceId, (floor) => floor.employees);
  if (!isShown || employees === undefined) return null;
  return <Picture {...moment} employees={employees} />;
}

const Picture = memo(function Picture(props: PictureProps) {
  const { run, employees, replayedAt, speed } = props;
  const style = useOfficeState((state) => state.style);
  const { plan, zones } = useFloorPlan();
  const said = useMemo(() => saidInReviews(run.turns), [run]);
  const talking = useTalk(said, replayedAt, talkingMs * speed);
  const spokenFor = spokenMs * speed;
  const now = useSaidNow(said, replayedAt, spokenFor);
  const { people: atWork, asking } = useMemo(() => peopleAt(run, employees), [run, employees]);
  const people = useMemo(() => withTalk(atWork, talking), [atWork, talking]);
  const places = useMemo(() => placesOf(plan, people, [run]), [plan, people, run]);
  const { ref, width } = useWidth();
  const view = plan.bounds;
  const metre = width / view.width;
  return (
    <div className="small-floor" ref={ref} role="img" aria-label={wordsFor(atWork, asking)}>
      {width > 0 && (
        <div className="plan crowded" style={planLook(style, view, metre)} inert>
          <FloorDrawing plan={plan} zones={zones} view={view} />
          <TalkLine talk={talkOf(said, now, spokenFor)} places={places} origin={view} />
          <PeopleLayer
            plan={plan}
            places={places}
            origin={view}
            employees={people}
            asking={asking}
            named={unnamed}
            selected={null}
            onSelect={nobody}
          />
          <Bubbles
            bubbles={spokenBubbles(said, now, spokenFor)}
            plan={plan}
            view={view}
            metre={metre}
            places={places}
          />
        </div>
      )}
    </div>
  );
}, isSameMoment);

/** Streamed text moves nobody. */
function isSameMoment(before: PictureProps, after: PictureProps): boolean {
  return (
    before.employees === after.employees &&
    before.replayedAt === after.replayedAt &&
    before.speed === after.speed &&
    momentOf(before.run) === momentOf(after.run)
  );
}

function momentOf({ turns, approvals, stages }: RunView): string {
  const atWork = turns
    .filter(({ status }) => status === 'running')
    .map(({ id, text }) => `${id} ${text === ''}`);
  const pending = approvals.filter(({ status }) => status === 'pending').map(({ id }) => id);
  return [...atWork, ...pending, ...stages.map(({ status }) => status)].join(' ');
}

function wordsFor(people: readonly EmployeeState[], asking: ReadonlySet<string>): string {
  const busy = people.filter(({ status }) => status !== 'idle').map((each) => each.displayName);
  if (busy.length === 0) return 'The floor: nobody works on this run now';
  return `The floor: at work on this run ${busy.join(', ')}${asking.size > 0 ? '; one waits for you' : ''}`;
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
