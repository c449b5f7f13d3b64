import { useEffect, useState } from 'react';
import { count, plural } from '../app/format.js';
import { notify, useAction } from '../app/notices.js';
import { useAddressFilter } from '../app/address-state.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { Button } from '../ui/button.js';
import { Empty, Page, Skeleton } from '../ui/pieces.js';
import { FactCard, type Asked } from './memory/fact-card.js';
import { FactSearch } from './memory/fact-search.js';
import './memory/memory.css';
import { RetractFact } from './memory/retract-fact.js';
import { all, useFacts, type FoundFacts } from './memory/use-facts.js';
import { WriteFact } from './memory/write-fact.js';

const everything = { text: '', roleId: all, kind: all, inactive: 'no' };

/** What the office remembers: search, add, correct, withdraw, and sources. */
export default function MemoryPage({ query }: { readonly query: URLSearchParams }) {
  const named = query.get('fact');
  const [kept, set] = useAddressFilter(everything, ['text']);
  // A fact that the address names may have been withdrawn.
  const filter = { ...kept, withInactive: kept.inactive === 'yes' || named !== null };
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useFacts(filter);
  const { facts, error, notice, known, total } = found;
  useScrollTo(named, found);
  const isSearch = filter.text.trim() !== '';
  const isFiltered = isSearch || filter.roleId !== all || filter.kind !== all;
  return (
    <Page
      title="Memory"
      about="Facts that employees are shown in later runs. A correction replaces a fact, a withdrawn one stays on file; nothing is deleted."
      actions={
        <>
          <Embed />
          <Button look="primary" onPress={() => setAsked({ kind: 'write', corrects: null })}>
            Remember something
          </Button>
        </>
      }
    >
      <FactSearch
        filter={filter}
        onChange={({ withInactive, ...change }) =>
          set({
            ...change,
            ...(withInactive !== undefined && { inactive: withInactive ? 'yes' : 'no' }),
          })
        }
      />
      {notice !== null && <p className="notice wait small">{notice}</p>}
      {!isSearch && total > known.size && known.size > 0 && (
        <p className="notice small">
          The latest {count(known.size)} of {plural(total, 'fact')}; search for older ones.
        </p>
      )}
      {error !== null && <p className="notice bad">{error}</p>}
      {facts === undefined && error === null && <Skeleton height={200} />}
      {facts?.length === 0 && <Nothing isFiltered={isFiltered} />}
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

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? 'Nothing like that is remembered' : 'Nothing is remembered yet'}>
      <p>
        {isFiltered
          ? 'Search for other words, or read as another role. What was withdrawn is in the list without a search.'
          : 'Write down what every run should know: a convention, a decision, a pitfall.'}
      </p>
    </Empty>
  );
}

/** For recall by meaning: calculates missing vectors. */
function Embed() {
  const { http } = useOffice();
  const isSemantic = useOfficeState((state) => state.memory.semantic);
  const { busy, act } = useAction();
  if (!isSemantic) return null;
  const embed = () =>
    void act(async () =>
      notify(plural((await http.embedMemory()).embedded, 'fact') + ' embedded.'),
    );
  return (
    <Button isPending={busy} onPress={embed}>
      Embed what lacks a vector
    </Button>
  );
}

/** Scrolls to the fact in the address once it is loaded. */
function useScrollTo(named: string | null, { facts }: FoundFacts): void {
  const isShown = named !== null && facts?.some(({ id }) => id === named) === true;
  useEffect(() => {
    if (isShown) document.getElementById(`fact-${named}`)?.scrollIntoView({ block: 'center' });
  }, [isShown, named]);
}
