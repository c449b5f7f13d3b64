import { useCallback, useState } from 'react';
import type { TriggerKind } from '#protocol/records/triggers.js';
import { useAddressState } from '../../app/address-state.js';
import { useAction } from '../../app/notices.js';
import { useOffers } from '../../app/offers.js';
import { useNow, useOffice } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Page, Skeleton } from '../../ui/pieces.js';
import { Tabs } from '../../ui/tabs.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { ConnectForge } from './connect-forge.js';
import { Forges } from './forges.js';
import { MakeTrigger } from './make-trigger.js';
import { Triggers } from './triggers.js';

/** Interval of reading changes, ms, because the service does not announce them. */
const lookMs = 10_000;

type Open = 'connect' | TriggerKind | null;

/** Outside sources of work, and messages to outside. */
export default function ForgesPage() {
  const { http } = useOffice();
  const [changes, setChanges] = useState(0);
  const version = `${changes} ${useNow(lookMs)}`;
  const changed = useCallback(() => setChanges((before) => before + 1), []);
  const [loadAccess] = useState(() => (signal: AbortSignal) => http.access({ signal }));
  const [loadForges] = useState(() => (signal: AbortSignal) => http.forges({ signal }));
  const [loadTriggers] = useState(() => (signal: AbortSignal) => http.triggers({ signal }));
  const access = useLoaded(loadAccess).value;
  const forges = useLoaded(loadForges, version);
  const triggers = useLoaded(loadTriggers, version);
  const [tab, setTab] = useAddressState('tab', 'forges');
  const [open, setOpen] = useState<Open>(null);
  const { act } = useAction();
  const mayChange = access?.rights.includes('administer') ?? false;
  const error = forges.error ?? triggers.error;
  const pollAll = () =>
    act(async () => {
      for (const { id } of forges.value ?? []) await http.pollForge(id);
      changed();
    }, 'The office looks for news.');
  const make = (kind: TriggerKind) => (mayChange ? () => setOpen(kind) : notAllowed);
  useOffers({
    'forge-connect': mayChange ? () => setOpen('connect') : notAllowed,
    'forge-poll': (forges.value ?? []).length > 0 ? pollAll : 'no repository is connected',
    'schedule-make': make('schedule'),
    'hook-make': make('hook'),
    'outbound-make': make('outbound'),
    'tab-forges': () => setTab('forges'),
    'tab-triggers': () => setTab('triggers'),
  });
  return (
    <Page
      title="Forges and triggers"
      about="Repositories whose issues become work, runs by the clock and by a call, and hooks that tell others."
      actions={
        mayChange && (
          <>
            <Button look="primary" onPress={() => setOpen('connect')}>
              Connect a repository
            </Button>
            <Button onPress={() => setOpen('schedule')}>Make a trigger</Button>
          </>
        )
      }
    >
      {error !== null && <p className="notice bad">{error}</p>}
      {access !== null && !mayChange && (
        <p className="notice">Those who may administer connect repositories and make triggers.</p>
      )}
      <Tabs
        label="Forges and triggers"
        selected={tab === 'triggers' ? 'triggers' : 'forges'}
        onSelect={setTab}
        tabs={[
          {
            id: 'forges',
            label: `Forges${countOf(forges.value)}`,
            content:
              forges.value === null ? (
                <Skeleton height={200} />
              ) : (
                <Forges forges={forges.value} mayChange={mayChange} onChange={changed} />
              ),
          },
          {
            id: 'triggers',
            label: `Triggers${countOf(triggers.value)}`,
            content:
              triggers.value === null ? (
                <Skeleton height={200} />
              ) : (
                <Triggers triggers={triggers.value} mayChange={mayChange} onChange={changed} />
              ),
          },
        ]}
      />
      {open === 'connect' && (
        <ConnectForge
          onConnected={() => {
            setTab('forges');
            changed();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'connect' && (
        <MakeTrigger
          first={open}
          onMade={() => {
            setTab('triggers');
            changed();
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

const notAllowed = 'it takes the right to administer';

function countOf(list: readonly unknown[] | null): string {
  return list === null ? '' : ` (${list.length})`;
}
