import { useMemo, useState } from 'react';
import type { Office } from '../../../src/client/office.js';
import type { OfficeState } from '../../../src/protocol/records/office.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/fields.js';
import { firstLine } from './format.js';
import { pageGroups } from './navigation.js';
import { useAction } from './notices.js';
import { useOffice, useOfficeState } from './office-context.js';
import { goTo } from './router.js';
import { applyTheme, isDark, storedTheme } from './theme.js';
import './palette.css';

interface Command {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly run: () => unknown;
}

const most = 40;

/** Everything that has a place or can be done at once, found by typing. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const office = useOffice();
  const state = useOfficeState((whole) => whole);
  const { act } = useAction();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const all = useMemo(() => commandsOf(office, state), [office, state]);
  const found = all.filter((each) => matches(each, text)).slice(0, most);
  const take = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    void act(command.run);
  };
  const move = (by: number) => setChosen((chosen + by + found.length) % Math.max(1, found.length));
  return (
    <Dialog title="Search and commands" onClose={onClose}>
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
        />
        <ul className="palette" aria-label="Found">
          {found.map((command, index) => (
            <li key={command.id}>
              <button
                type="button"
                className={index === chosen ? 'chosen' : ''}
                onClick={() => take(command)}
                onMouseEnter={() => setChosen(index)}
              >
                <span className="ellipsis grow">{command.name}</span>
                <span className="muted small">{command.group}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="muted">Nothing is called that.</li>}
        </ul>
      </div>
    </Dialog>
  );
}

function commandsOf(office: Office, state: OfficeState): readonly Command[] {
  const pages = pageGroups.flat().map(({ path, name }) => ({
    id: `page-${path}`,
    name,
    group: 'Page',
    run: () => goTo(path === '' ? [] : [path]),
  }));
  const runs = state.runs.map(({ id, brief, status }) => ({
    id: `run-${id}`,
    name: firstLine(brief),
    group: `Run, ${status}`,
    run: () => goTo(['runs', id]),
  }));
  const people = state.employees.map(({ id, displayName, title }) => ({
    id: `employee-${id}`,
    name: `${displayName}, ${title}`,
    group: 'Employee',
    run: () => goTo([], { employee: id }),
  }));
  const floors = state.workspaces.map(({ id, name }) => ({
    id: `floor-${id}`,
    name: `Show ${name}`,
    group: 'Floor',
    run: () => office.selectWorkspace(id),
  }));
  return [...pages, ...actionsOf(office), ...floors, ...runs, ...people];
}

function actionsOf(office: Office): readonly Command[] {
  const action = (name: string, run: () => unknown) => ({ id: name, name, group: 'Do', run });
  return [
    action('New brief', () => goTo([], { new: '1' })),
    action('Switch colours', () => applyTheme(isDark(storedTheme()) ? 'light' : 'dark')),
    action('Load the state anew', () => office.refresh()),
    action('Ask vendors which models they have', () => office.http.discoverModels()),
    action('Connect MCP servers again', () => office.http.refreshMcp()),
    action('Look for plugins again', () => office.http.refreshPlugins()),
    action('Build one more room', () => office.send('addRoom', {})),
    action('Explore the API', () => window.open('/docs', '_blank', 'noopener')),
  ];
}

/** Every word typed stands somewhere in the name or the group. */
function matches({ name, group }: Command, text: string): boolean {
  const inside = `${name} ${group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(' ')
    .every((word) => inside.includes(word));
}
