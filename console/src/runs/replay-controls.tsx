import { Button } from '../ui/button.js';
import { Select } from '../ui/fields.js';
import { Icon } from '../ui/icon.js';
import { speeds } from './replay.js';
import type { ReplayState } from './use-replay.js';

/** Replays an ended run at a chosen speed. */
export function ReplayControls({
  state,
  isOn,
  onTurn,
  speed,
  onSpeed,
}: {
  readonly state: ReplayState;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
}) {
  return (
    <>
      <Button onPress={() => onTurn(!isOn)}>
        <Icon name={isOn ? 'stop' : 'play'} size={14} />
        {isOn ? 'End the replay' : 'Replay'}
      </Button>
      {isOn && (
        <>
          <Select
            label="Speed"
            hideLabel
            value={String(speed)}
            choices={speeds.map((each) => ({ id: String(each), label: `${each} times as fast` }))}
            onChange={(value) => onSpeed(Number(value))}
          />
          <span className="small muted num" role="status">
            {progressOf(state)}
          </span>
        </>
      )}
    </>
  );
}

function progressOf({ replay, error }: ReplayState): string {
  if (error !== null) return `The events cannot be loaded: ${error}`;
  return replay === null ? 'Loading the events…' : `Event ${replay.told} of ${replay.of}`;
}
