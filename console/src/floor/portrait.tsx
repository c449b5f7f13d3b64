import { memo } from 'react';
import type { EmployeeStatus } from '#protocol/records/enums.js';
import { lookOf, type HairStyle, type Look } from './looks.js';
import type { Facing } from './plan-types.js';

/** The area of a person's picture around their seat, metres. */
export const portraitBox = { x: -0.75, y: -1.42, width: 1.5, height: 1.56 };

/** A person at their desk: head and shoulders, from the front or from behind. */
export const Portrait = memo(function Portrait({
  id,
  facing,
  status,
}: {
  readonly id: string;
  readonly facing: Facing;
  readonly status: EmployeeStatus;
}) {
  const look = lookOf(id);
  const { x, y, width, height } = portraitBox;
  return (
    <svg className="portrait" viewBox={[x, y, width, height].join(' ')} aria-hidden="true">
      <ellipse className="cast" cx=".05" cy=".04" rx=".5" ry=".1" />
      {facing === 'n' ? (
        <FromBehind look={look} />
      ) : (
        <FromFront look={look} facing={facing} status={status} />
      )}
    </svg>
  );
});

const torso = 'M-.52 .06C-.54 -.24 -.42 -.37 -.16 -.42L.16 -.42C.42 -.37 .54 -.24 .52 .06Z';

function FromFront({
  look: { skin, hair, style, collar, hasGlasses },
  facing,
  status,
}: {
  readonly look: Look;
  readonly facing: Facing;
  readonly status: EmployeeStatus;
}) {
  const turned = facing === 'e' ? 0.07 : facing === 'w' ? -0.07 : 0;
  return (
    <>
      <g fill={hair}>{hairBehind[style]}</g>
      <path className="cloth" d={torso} />
      <path
        className="fold"
        d="M-.36 .06C-.37 -.06 -.35 -.14 -.31 -.2M.36 .06C.37 -.06 .35 -.14 .31 -.2"
      />
      <rect fill={skin} x="-.1" y="-.56" width=".2" height=".22" rx=".09" />
      <path className="under" d="M-.1 -.47Q0 -.38 .1 -.47V-.52H-.1Z" />
      {collars[collar]}
      <circle fill={skin} cx="-.3" cy="-.76" r=".065" />
      <circle fill={skin} cx=".3" cy="-.76" r=".065" />
      <path
        fill={skin}
        d="M-.3 -.84C-.3 -1.2 .3 -1.2 .3 -.84C.31 -.58 .17 -.44 0 -.44C-.17 -.44 -.31 -.58 -.3 -.84Z"
      />
      <g transform={`translate(${turned} 0)`}>
        <Face status={status} />
        {hasGlasses && (
          <path
            className="glasses"
            d="M-.2 -.77a.085 .085 0 1 0 .17 0a.085 .085 0 1 0 -.17 0M.03 -.77a.085 .085 0 1 0 .17 0a.085 .085 0 1 0 -.17 0M-.03 -.78h.06"
          />
        )}
      </g>
      <g fill={hair}>{hairBefore[style]}</g>
    </>
  );
}

function Face({ status }: { readonly status: EmployeeStatus }) {
  const isAway = status === 'offline';
  const mouths: Partial<Record<EmployeeStatus, string>> = {
    talking: 'M-.07 -.6Q0 -.63 .07 -.6Q.06 -.5 0 -.5Q-.06 -.5 -.07 -.6Z',
    error: 'M-.08 -.54Q0 -.61 .08 -.54',
    blocked: 'M-.07 -.56H.07',
    thinking: 'M-.05 -.56Q.02 -.58 .07 -.56',
  };
  const eyes = status === 'thinking' ? -0.79 : -0.76;
  return (
    <>
      <ellipse className="cheek" cx="-.17" cy="-.64" rx=".055" ry=".035" />
      <ellipse className="cheek" cx=".17" cy="-.64" rx=".055" ry=".035" />
      {isAway ? (
        <path className="mouth" d="M-.16 -.76h.1M.06 -.76h.1" />
      ) : (
        <>
          <ellipse className="eye" cx="-.115" cy={eyes} rx=".036" ry=".045" />
          <ellipse className="eye" cx=".115" cy={eyes} rx=".036" ry=".045" />
        </>
      )}
      <path
        className={`mouth ${status === 'talking' ? 'open' : ''}`}
        d={mouths[status] ?? 'M-.08 -.59Q0 -.52 .08 -.59'}
      />
    </>
  );
}

function FromBehind({ look: { skin, hair, style, collar } }: { readonly look: Look }) {
  return (
    <>
      <path className="cloth" d={torso} />
      <path
        className="fold"
        d="M-.36 .06C-.37 -.06 -.35 -.14 -.31 -.2M.36 .06C.37 -.06 .35 -.14 .31 -.2"
      />
      <rect fill={skin} x="-.1" y="-.56" width=".2" height=".2" />
      <path
        className="trim"
        d={
          collar === 'hood'
            ? 'M-.24 -.42Q0 -.06 .24 -.42Q0 -.5 -.24 -.42Z'
            : 'M-.16 -.42Q0 -.36 .16 -.42L.14 -.47Q0 -.41 -.14 -.47Z'
        }
      />
      <circle fill={skin} cx="-.3" cy="-.76" r=".065" />
      <circle fill={skin} cx=".3" cy="-.76" r=".065" />
      <g fill={hair}>
        <path d="M-.31 -.82C-.33 -1.23 .33 -1.23 .31 -.82C.31 -.64 .2 -.5 0 -.5C-.2 -.5 -.31 -.64 -.31 -.82Z" />
        {backs[style]}
      </g>
      <path className="chair-back" d="M-.33 .06V-.1Q-.33 -.2 -.22 -.2H.22Q.33 -.2 .33 -.1V.06Z" />
    </>
  );
}

const collars = {
  round: <path className="trim" d="M-.16 -.42Q0 -.24 .16 -.42L.12 -.45Q0 -.33 -.12 -.45Z" />,
  shirt: (
    <path
      className="trim"
      d="M-.14 -.45L-.02 -.3L-.16 -.24L-.24 -.38ZM.14 -.45L.02 -.3L.16 -.24L.24 -.38Z"
    />
  ),
  hood: (
    <path
      className="trim"
      d="M-.27 -.39Q-.18 -.52 -.11 -.48Q0 -.3 .11 -.48Q.18 -.52 .27 -.39Q.1 -.16 0 -.16Q-.1 -.16 -.27 -.39ZM-.06 -.16h.03v.14h-.03ZM.04 -.16h.03v.14h-.03Z"
    />
  ),
} as const;

/** Hair that falls behind the shoulders. */
const hairBehind: Readonly<Record<HairStyle, React.ReactNode>> = {
  short: null,
  parted: null,
  fringe: null,
  curls: null,
  bob: (
    <path d="M-.37 -.8C-.4 -1.26 .4 -1.26 .37 -.8V-.5Q.37 -.4 .26 -.42H-.26Q-.37 -.4 -.37 -.5Z" />
  ),
  long: (
    <path d="M-.37 -.8C-.4 -1.26 .4 -1.26 .37 -.8C.37 -.5 .42 -.3 .38 -.18H-.38C-.42 -.3 -.37 -.5 -.37 -.8Z" />
  ),
  bun: <circle cx="0" cy="-1.2" r=".17" />,
  tail: <path d="M.16 -1.1C.52 -1.16 .52 -.6 .4 -.4C.36 -.6 .34 -.8 .2 -.9Z" />,
};

const cap = 'M-.32 -.76C-.38 -1.24 .38 -1.24 .32 -.76';

/** Hair over the forehead. */
const hairBefore: Readonly<Record<HairStyle, React.ReactNode>> = {
  short: <path d={`${cap}L.28 -.86C.25 -.97 .15 -1 0 -1C-.15 -1 -.25 -.97 -.28 -.86Z`} />,
  parted: <path d={`${cap}L.27 -.84C.24 -.95 .02 -.96 -.1 -1.04C-.16 -.96 -.25 -.92 -.28 -.8Z`} />,
  fringe: <path d={`${cap}L.28 -.86C.2 -.84 .1 -.86 0 -.86C-.1 -.86 -.2 -.84 -.28 -.86Z`} />,
  bob: <path d={`${cap}L.28 -.72C.28 -.9 .2 -.95 .1 -.98C-.02 -.9 -.2 -.9 -.27 -.84L-.29 -.7Z`} />,
  long: <path d={`${cap}L.3 -.62C.28 -.88 .14 -.98 0 -1.02C-.14 -.98 -.28 -.88 -.3 -.62Z`} />,
  bun: <path d={`${cap}L.28 -.84C.22 -1 .1 -1.02 0 -1.02C-.1 -1.02 -.22 -1 -.28 -.84Z`} />,
  tail: <path d={`${cap}L.28 -.82C.2 -.98 .06 -.96 -.06 -1.02C-.14 -.94 -.24 -.92 -.28 -.82Z`} />,
  curls: (
    <path d="M-.33 -.72C-.46 -.78 -.44 -.96 -.36 -.98C-.4 -1.12 -.26 -1.22 -.16 -1.17C-.1 -1.3 .1 -1.3 .15 -1.18C.27 -1.23 .4 -1.12 .36 -.98C.44 -.96 .46 -.78 .33 -.72C.3 -.88 .22 -.94 .12 -.92C.06 -.99 -.06 -.99 -.12 -.92C-.22 -.94 -.3 -.88 -.33 -.72Z" />
  ),
};

const backs: Readonly<Record<HairStyle, React.ReactNode>> = {
  short: null,
  parted: null,
  fringe: null,
  bob: <path d="M-.36 -.8H.36V-.48Q.3 -.38 0 -.38Q-.3 -.38 -.36 -.48Z" />,
  long: (
    <path d="M-.36 -.8H.36C.38 -.5 .36 -.24 .3 -.12Q0 -.02 -.3 -.12C-.36 -.24 -.38 -.5 -.36 -.8Z" />
  ),
  bun: <circle cx="0" cy="-1.08" r=".18" />,
  tail: <path d="M-.1 -.86H.1C.18 -.6 .14 -.3 .02 -.16C-.12 -.3 -.18 -.6 -.1 -.86Z" />,
  curls: (
    <path d="M-.34 -.66C-.47 -.72 -.46 -.9 -.38 -.96C-.42 -1.14 -.26 -1.24 -.16 -1.18C-.1 -1.3 .1 -1.3 .16 -1.18C.26 -1.24 .42 -1.14 .38 -.96C.46 -.9 .47 -.72 .34 -.66C.3 -.5 .14 -.44 0 -.46C-.14 -.44 -.3 -.5 -.34 -.66Z" />
  ),
};
