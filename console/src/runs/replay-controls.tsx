import { useId } from 'react';
import { Button } from '../ui/button.js';
import { Select } from '../ui/fields.js';
import { Icon } from '../ui/icon.js';
import { clockTime } from '../app/format.js';
import { useOffers } from '../app/offers.js';
import { isReplayOver, nextSpeed, speeds } from './replay.js';
import type { ReplayMode, ReplayState } from './use-replay.js';

/** Begins and ends the replay of an ended run. */
export function ReplayButton({
  isOn,
  onPress,
}: {
  readonly isOn: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button onPress={onPress}>
      <Icon name={isOn ? 'stop' : 'play'} size={14} />
      {isOn ? 'End the replay' : 'Replay'}
    </Button>
  );
}

/** Pause, speed and place of a replay that is on. */
export function ReplayBar({
  state,
  mode,
  isAway,
  onChange,
  onJump,
}: {
  readonly state: ReplayState;
  readonly mode: ReplayMode;
  /** The page was scrolled away from the replayed moment. */
  readonly isAway: boolean;
  readonly onChange: (mode: ReplayMode) => void;
  readonly onJump: () => void;
}) {
  const id = useId();
  const { replay, seek } = state;
  const isOver = isReplayOver(replay);
  const isStill = mode.isPaused || isOver;
  const press = () => {
    if (isOver) seek(0);
    onChange({ ...mode, isPaused: !isStill });
  };
  const none = mode.isOn ? null : 'there is no replay';
  const to = (speed: number | undefined, end: string) =>
    none ?? (speed === undefined ? end : () => onChange({ ...mode, speed }));
  useOffers({
    'replay-pause': none ?? press,
    'replay-faster': to(nextSpeed(mode.speed, 1), 'it is as fast as it can be'),
    'replay-slower': to(nextSpeed(mode.speed, -1), 'it is as slow as it can be'),
  });
  if (!mode.isOn) return null;
  return (
    <section className="replay-bar row" aria-label="Replay">
      <Button onPress={press}>{isOver ? 'From the beginning' : isStill ? 'Go on' : 'Pause'}</Button>
      <label htmlFor={id} className="sr-only">
        Moment of the run
      </label>
      <input
        id={id}
        type="range"
        className="grow"
        min={0}
        max={replay?.of ?? 1}
        value={replay?.told ?? 0}
        disabled={replay === null}
        aria-valuetext={replay === null ? undefined : clockTime(replay.at)}
        onChange={({ target }) => {
          onChange({ ...mode, isPaused: true });
          seek(Number(target.value));
        }}
      />
      <Select
        label="Speed"
        hideLabel
        value={String(mode.speed)}
        choices={speeds.map((each) => ({
          id: String(each),
          label: each === 1 ? 'As fast as it was' : `${each} times as fast`,
        }))}
        onChange={(value) => onChange({ ...mode, speed: Number(value) })}
      />
      <span className="small muted num" role="status">
        {progressOf(state)}
      </span>
      <span className={isAway ? '' : 'not-away'}>
        <Button onPress={onJump}>Jump to the moment</Button>
      </span>
    </section>
  );
}

function progressOf({ replay, error }: ReplayState): string {
  if (error !== null) return `The events cannot be loaded: ${error}`;
  return replay === null ? 'Loading the events…' : `Event ${replay.told} of ${replay.of}`;
}
