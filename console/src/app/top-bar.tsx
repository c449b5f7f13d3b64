import { useCallback } from 'react';
import { toldWords } from '#protocol/rules/told-words.js';
import { Button } from '../ui/button.js';
import { Select } from '../ui/fields.js';
import { Icon } from '../ui/icon.js';
import { Badge } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useConnection, useOffice, useOfficeState } from './office-context.js';
import { hrefTo } from './router.js';
import { goToFloor, goToOpenFloor } from './tab-floor.js';
import { ThemeMenu } from './theme-menu.js';

/** The shown floor, the state of the connection, and actions that every page needs. */
export function TopBar({ onPalette }: { readonly onPalette: () => void }) {
  return (
    <header className="top">
      <FloorSwitcher />
      <ModeBadge />
      <RightsBadge />
      <span className="grow" />
      <Connection />
      <Button look="quiet" onPress={onPalette} aria-label="Search and commands, Ctrl K">
        <Icon name="search" />
        <span className="wide-only">
          <kbd>Ctrl K</kbd>
        </span>
      </Button>
      <ThemeMenu />
    </header>
  );
}

/** Value of the entry that opens another floor; no floor has this id. */
const anotherFloor = '+';

/** The floor of this tab; other tabs keep theirs. */
function FloorSwitcher() {
  const floors = useOfficeState((state) => state.workspaces);
  const active = useOfficeState((state) => state.activeWorkspaceId);
  return (
    <Select
      label="Floor"
      hideLabel
      value={active}
      choices={[
        ...floors.map(({ id, name }) => ({ id, label: name })),
        { id: anotherFloor, label: 'Open a new floor…' },
      ]}
      onChange={(id) => (id === anotherFloor ? goToOpenFloor() : goToFloor(id))}
    />
  );
}

function ModeBadge() {
  const mode = useOfficeState((state) => state.llmMode);
  const reason = useOfficeState((state) => toldWords(state.llmModeReason));
  return (
    <a href={hrefTo(['models'])} title={reason} className="wide-only">
      <Badge tone={mode === 'live' ? 'good' : 'think'}>
        {mode === 'live' ? 'Live models' : 'Simulated employees'}
      </Badge>
    </a>
  );
}

/** Shows that the page's token gives no right to change anything. */
function RightsBadge() {
  const { http } = useOffice();
  const load = useCallback((signal: AbortSignal) => http.access({ signal }), [http]);
  const { value: access } = useLoaded(load);
  if (access?.rights.join() !== 'read') return null;
  const name = access.name === null ? 'Your token' : `The token “${access.name}”`;
  return (
    <a href={hrefTo(['access'])} title={`${name} may read, and change nothing.`}>
      <Badge>Read only</Badge>
    </a>
  );
}

function Connection() {
  const { phase } = useConnection();
  const isOnline = phase === 'online';
  // The connection is given up, and the page is about to be reloaded.
  if (phase === 'closed') return null;
  return (
    <span className={`connection ${isOnline ? '' : 'off'}`} role="status">
      <span className="dot" />
      {isOnline ? <span className="wide-only">Connected</span> : 'Reconnecting…'}
    </span>
  );
}
