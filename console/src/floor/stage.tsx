import { useCallback, useMemo, useState } from 'react';
import { useLive, useOfficeState } from '../app/office-context.js';
import { goTo } from '../app/router.js';
import { busyPart } from './busy-part.js';
import { namesWithRoom } from './name-room.js';
import { tagsOf } from './name-tags.js';
import { LiveBubbles } from './bubbles.js';
import { FloorDrawing } from './floor-drawing.js';
import { planLook } from './floor-palette.js';
import { Legend } from './legend.js';
import { askingOf } from './asking.js';
import { PeopleLayer } from './people-layer.js';
import { placesOf } from './places.js';
import { useFloorPlan } from './use-floor-plan.js';
import { Screens } from './screens.js';
import { spokenMs, talkingMs, withTalk } from './talk.js';
import { TalkLine } from './talk-line.js';
import { useTalk } from './use-talk.js';
import { useView } from './use-view.js';
import { ZoomButtons } from './zoom-buttons.js';
import './plan.css';
import './site.css';
import './furniture.css';
import './people.css';
import './talk.css';
import './stage-bars.css';

/** Smallest scale at which activities are shown, too, pixels per metre. */
const roomForActivity = 30;

/** The plan of the floor with everybody in it. */
export default function Stage({ selected }: { readonly selected: string | null }) {
  const style = useOfficeState((state) => state.style);
  const employed = useOfficeState((state) => state.employees);
  const said = useLive((live) => live.said);
  const talking = useTalk(said, null, talkingMs);
  const talk = useTalk(said, null, spokenMs);
  const employees = useMemo(() => withTalk(employed, talking), [employed, talking]);
  const runs = useOfficeState((state) => state.runs);
  const approvals = useOfficeState((state) => state.approvals);
  const { plan, zones } = useFloorPlan();
  const places = useMemo(() => placesOf(plan, employees, runs), [plan, employees, runs]);
  const asking = useMemo(() => askingOf(approvals, runs), [approvals, runs]);
  const select = useCallback(
    (id: string) => goTo([], id === selected ? {} : { employee: id }),
    [selected],
  );
  // Where work was when the floor was opened; the view must not move by itself afterwards.
  const [busy] = useState(() => busyPart(employees, places));
  const { ref, metre, view, zoom, setZoom } = useView(plan.bounds, busy);
  const isRoomy = metre >= roomForActivity;
  const named = useMemo(
    () => namesWithRoom(tagsOf(employees, places, asking, isRoomy), metre),
    [employees, places, asking, isRoomy, metre],
  );
  return (
    <div
      className="floor-stage"
      ref={ref}
      role="region"
      aria-label="Plan of the floor"
      tabIndex={0}
    >
      <div className={`plan ${isRoomy ? 'roomy' : ''}`} style={planLook(style, view, metre)}>
        <FloorDrawing plan={plan} zones={zones} view={view} />
        <Screens employees={employees} places={places} asking={asking} origin={view} />
        <TalkLine talk={talk} places={places} origin={view} />
        <PeopleLayer
          plan={plan}
          places={places}
          origin={view}
          employees={employees}
          asking={asking}
          named={named}
          selected={selected}
          onSelect={select}
        />
        <LiveBubbles plan={plan} view={view} metre={metre} places={places} />
      </div>
      <ZoomButtons metre={metre} zoom={zoom} onZoom={setZoom} />
      <Legend employees={employees} asking={asking} />
    </div>
  );
}
