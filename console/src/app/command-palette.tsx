import { useEffect, useId, useMemo, useState } from 'react';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/fields.js';
import { commandsOf, foundIn, type Command } from './commands.js';
import { doOffered } from './notices.js';
import { Keys } from './keys-dialog.js';
import { useOfficeState } from './office-context.js';
import './palette.css';

const most = 40;

/** Searches everything that can be opened or done at once. */
export default function CommandPalette({
  onClose,
}: {
  /** Closes the palette, and then does the chosen action. */
  readonly onClose: (then?: () => void) => void;
}) {
  const state = useOfficeState((whole) => whole);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const all = useMemo(() => commandsOf(state), [state]);
  const found = foundIn(all, text).slice(0, most);
  const take = (command: Command | undefined) => {
    const run = command?.run;
    if (run === undefined) return;
    onClose(() => void doOffered(run));
  };
  const move = (by: number) => setChosen((chosen + by + found.length) % Math.max(1, found.length));
  return (
    <Dialog title="Search and commands" onClose={() => onClose()}>
      <div
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else return;
          event.preventDefault();
        }}
      >
        <TextField
          label="What are you looking for?"
          hideLabel
          autoFocus
          placeholder="A page, a run, an employee, something to do…"
          value={text}
          onChange={(value) => {
            setText(value);
            setChosen(0);
          }}
          onEnter={() => take(found[chosen])}
          chooses={{
            listId,
            ...(found[chosen] !== undefined && { optionId: optionId(listId, chosen) }),
          }}
        />
        <p className="sr-only" role="status">
          {found.length === 0 ? 'Nothing is called that.' : `${found.length} found`}
        </p>
        <Found id={listId} found={found} chosen={chosen} onChoose={setChosen} onTake={take} />
      </div>
    </Dialog>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function Found({
  id,
  found,
  chosen,
  onChoose,
  onTake,
}: {
  readonly id: string;
  readonly found: readonly Command[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onTake: (command: Command) => void;
}) {
  const option = found[chosen] === undefined ? undefined : optionId(id, chosen);
  useEffect(() => {
    if (option !== undefined) document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
  }, [option]);
  if (found.length === 0) return <p className="muted palette">Nothing is called that.</p>;
  return (
    <ul className="palette" id={id} role="listbox" aria-label="Found">
      {found.map((command, index) => (
        <li
          key={command.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === chosen}
          aria-disabled={command.run === undefined}
          onClick={() => onTake(command)}
          // Scrolling under a resting pointer must not choose an item.
          onMouseMove={() => onChoose(index)}
        >
          <span className="ellipsis grow">
            {command.name}
            {command.reason !== undefined && <span className="small"> ({command.reason})</span>}
          </span>
          <span className="muted small">{command.group}</span>
          {command.keys !== undefined && (
            <span className="wide-only">
              <Keys keys={command.keys} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
