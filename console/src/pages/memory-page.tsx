import { useCallback, useEffect, useMemo, useState } from 'react';
import { memoryKinds } from '../../../src/protocol/records/enums.js';
import type { MemoryFact } from '../../../src/protocol/records/memory.js';
import { count, plural } from '../app/format.js';
import { notify, useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { Button } from '../ui/button.js';
import { Check, Select, TextField } from '../ui/fields.js';
import { Empty, Page, Skeleton } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useSettled } from '../ui/use-settled.js';
import { FactCard, type Asked } from './memory/fact-card.js';
import './memory/memory.css';
import { RetractFact } from './memory/retract-fact.js';
import { WriteFact } from './memory/write-fact.js';

const all = 'all';
/** How long nothing is typed before it is searched for. */
const typingMs = 250;
const ledgerSize = 500;

/** What the office remembers: search, add, correct, withdraw, and where it comes from. */
export default function MemoryPage({ query }: { readonly query: URLSearchParams }) {
  const office = useOffice();
  const memory = useOfficeState((state) => state.memory);
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const named = query.get('fact');
  const [text, setText] = useState('');
  const [roleId, setRole] = useState(all);
  const [kind, setKind] = useState(all);
  const [withInactive, setInactive] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, act } = useAction();
  const words = useSettled(text.trim(), typingMs);
  const isSearch = words !== '';
  const loadLedger = useCallback(
    (signal: AbortSignal) => office.http.memory({ limit: ledgerSize }, { signal }),
    // Another memory is another answer.
    [office, memory],
  );
  const ledger = useLoaded(loadLedger);
  const search = useCallback(
    async (signal: AbortSignal) => {
      if (words === '') return null;
      const reader = { workspaceId: floorId, ...(roleId !== all && { roleId }) };
      return office.http.searchMemory({ q: words, ...reader }, { signal });
    },
    [office, words, floorId, roleId, memory],
  );
  const found = useLoaded(search);
  const known = useMemo(
    () => new Map(ledger.value?.facts.map((fact) => [fact.id, fact])),
    [ledger.value],
  );
  const isOfRole = (fact: MemoryFact) =>
    roleId === all ||
    fact.scope === 'installation' ||
    (fact.workspaceId === floorId && (fact.scope === 'workspace' || fact.roleId === roleId));
  const listed = ledger.value?.facts.filter(
    (fact) => isOfRole(fact) && (withInactive || fact.invalidFrom === null),
  );
  const facts = (isSearch ? found.value?.facts : listed)?.filter(
    (fact) => kind === all || fact.kind === kind,
  );
  const error = isSearch ? found.error : ledger.error;
  useEffect(() => {
    if (named === null) return;
    setText('');
    setRole(all);
    setKind(all);
    setInactive(true);
  }, [named]);
  const isShown = named !== null && facts?.some(({ id }) => id === named) === true;
  useEffect(() => {
    if (isShown) document.getElementById(`fact-${named}`)?.scrollIntoView({ block: 'center' });
  }, [isShown, named]);
  const isFiltered = isSearch || roleId !== all || kind !== all;
  return (
    <Page
      title="Memory"
      about="Facts that employees are shown in later runs. A correction replaces a fact, a withdrawn one stays on file; nothing is deleted."
      actions={
        <>
          {memory.semantic && (
            <Button
              isPending={busy}
              onPress={() =>
                void act(async () =>
                  notify(plural((await office.http.embedMemory()).embedded, 'fact') + ' embedded.'),
                )
              }
            >
              Embed what lacks a vector
            </Button>
          )}
          <Button look="primary" onPress={() => setAsked({ kind: 'write', corrects: null })}>
            Remember something
          </Button>
        </>
      }
    >
      <div className="memory-search">
        <TextField
          label="Search"
          type="search"
          value={text}
          onChange={setText}
          placeholder="As an employee would"
        />
        <Reader roleId={roleId} onChange={setRole} />
        <Select
          label="Kind"
          value={kind}
          choices={[
            { id: all, label: 'Every kind' },
            ...memoryKinds.map((id) => ({ id, label: id })),
          ]}
          onChange={setKind}
        />
        <Check isOn={withInactive && !isSearch} onChange={setInactive} isDisabled={isSearch}>
          Withdrawn ones too
        </Check>
      </div>
      {isSearch && typeof found.value?.notice === 'string' && (
        <p className="notice wait small">{found.value.notice}</p>
      )}
      {!isSearch && ledger.value !== null && ledger.value.total > ledgerSize && (
        <p className="notice small">
          The latest {count(ledgerSize)} of {count(ledger.value.total)} facts; search for older
          ones.
        </p>
      )}
      {error !== null && <p className="notice bad">{error}</p>}
      {facts === undefined && error === null && <Skeleton height={200} />}
      {facts?.length === 0 && (
        <Empty title={isFiltered ? 'Nothing like that is remembered' : 'Nothing is remembered yet'}>
          <p>
            {isFiltered
              ? 'Search for other words, or choose every role and kind. What was withdrawn is in the list without a search.'
              : 'Write down what every run should know: a convention, a decision, a pitfall.'}
          </p>
        </Empty>
      )}
      <div className="stack tight">
        {facts?.map((fact) => (
          <FactCard
            key={fact.id}
            fact={fact}
            isNamed={fact.id === named}
            known={known}
            onAsk={setAsked}
          />
        ))}
      </div>
      {asked?.kind === 'write' && (
        <WriteFact corrects={asked.corrects} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'retract' && (
        <RetractFact fact={asked.fact} onClose={() => setAsked(null)} />
      )}
    </Page>
  );
}

/** As whom the memory is read: a role sees its own facts too. */
function Reader({
  roleId,
  onChange,
}: {
  readonly roleId: string;
  readonly onChange: (id: string) => void;
}) {
  const roles = useOfficeState((state) => state.roles);
  return (
    <Select
      label="Read by"
      value={roleId}
      choices={[
        { id: all, label: 'Anybody' },
        ...roles.map(({ id, title, displayName }) => ({ id, label: title, detail: displayName })),
      ]}
      onChange={onChange}
    />
  );
}
