import { useCallback, useState } from 'react';
import { memoryKinds, memoryScopes } from '../../../src/protocol/records/enums.js';
import type { MemoryFact, MemoryInput } from '../../../src/protocol/records/memory.js';
import { limits } from '../../../src/protocol/limits.js';
import { dateTime, plural } from '../app/format.js';
import { notify, useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Check, Select, TextField } from '../ui/fields.js';
import { Badge, Empty, Facts, Page, Skeleton } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';

const options = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));

type Asked =
  | { readonly kind: 'write'; readonly corrects: MemoryFact | null }
  | { readonly kind: 'retract'; readonly fact: MemoryFact };

/** What the office remembers: search, add, correct, withdraw, and where it comes from. */
export default function MemoryPage() {
  const office = useOffice();
  const memory = useOfficeState((state) => state.memory);
  const [text, setText] = useState('');
  const [withInactive, setInactive] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, act } = useAction();
  const query = text.trim();
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (query !== '') return office.http.searchMemory({ q: query }, { signal });
      const ledger = await office.http.memory({ limit: 500 }, { signal });
      return { ...ledger, notice: null };
    },
    // Another memory is another answer.
    [office, query, memory],
  );
  const { value, error } = useLoaded(load);
  const facts = value?.facts.filter((fact) => withInactive || fact.invalidFrom === null) ?? [];
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
      <div className="row last-line">
        <div className="grow">
          <TextField
            label="Search"
            type="search"
            value={text}
            onChange={setText}
            placeholder="As an employee would"
          />
        </div>
        <Check isOn={withInactive} onChange={setInactive}>
          Withdrawn ones too
        </Check>
      </div>
      {typeof value?.notice === 'string' && <p className="notice wait small">{value.notice}</p>}
      {error !== null && <p className="notice bad">{error}</p>}
      {value === null && error === null && <Skeleton height={200} />}
      {value !== null && facts.length === 0 && (
        <Empty
          title={query === '' ? 'Nothing is remembered yet' : 'Nothing like that is remembered'}
        >
          <p>Write down what every run should know: a convention, a decision, a pitfall.</p>
        </Empty>
      )}
      <div className="stack tight">
        {facts.map((fact) => (
          <Fact key={fact.id} fact={fact} onAsk={setAsked} />
        ))}
      </div>
      {asked?.kind === 'write' && (
        <Write corrects={asked.corrects} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'retract' && <Retract fact={asked.fact} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function Fact({
  fact,
  onAsk,
}: {
  readonly fact: MemoryFact;
  readonly onAsk: (asked: Asked) => void;
}) {
  const { text, scope, scopeId, kind, tags, source, origin, createdAt, invalidFrom, readCount } =
    fact;
  const isActive = invalidFrom === null;
  return (
    <article className="card stack tight">
      <div className="row between">
        <span className="row tight">
          <Badge tone="busy">{kind}</Badge>
          <Badge>{scopeId === null ? scope : `${scope}: ${scopeId}`}</Badge>
          {!isActive && <Badge tone="bad">withdrawn</Badge>}
        </span>
        {isActive && (
          <span className="row tight">
            <Button look="quiet" onPress={() => onAsk({ kind: 'write', corrects: fact })}>
              Correct
            </Button>
            <Button look="quiet" onPress={() => onAsk({ kind: 'retract', fact })}>
              Withdraw
            </Button>
          </span>
        )}
      </div>
      <p>{text}</p>
      <details className="small">
        <summary>Where it comes from</summary>
        <Facts
          rows={[
            ['Written', `${dateTime(createdAt)} by ${origin}`],
            ['Source', source ?? 'none named'],
            ['Tags', tags.join(', ') || 'none'],
            ['Read', plural(readCount, 'time')],
            ...(fact.supersedes === null ? [] : [['Corrects', fact.supersedes] as const]),
            ...(fact.supersededBy === null ? [] : [['Replaced by', fact.supersededBy] as const]),
            ...(fact.retractReason === null
              ? []
              : [['Withdrawn because', fact.retractReason] as const]),
          ]}
        />
      </details>
    </article>
  );
}

function Write({
  corrects,
  onClose,
}: {
  readonly corrects: MemoryFact | null;
  readonly onClose: () => void;
}) {
  const office = useOffice();
  const floor = useOfficeState((state) => state.activeWorkspaceId);
  const roles = useOfficeState((state) => state.roles);
  const [text, setText] = useState(corrects?.text ?? '');
  const [kind, setKind] = useState<string>(corrects?.kind ?? 'convention');
  const [scope, setScope] = useState<string>(corrects?.scope ?? 'workspace');
  const [roleId, setRole] = useState(corrects?.roleId ?? roles[0]?.id ?? '');
  const [tags, setTags] = useState(corrects?.tags.join(', ') ?? '');
  const [source, setSource] = useState('');
  const { busy, act } = useAction();
  const save = async () => {
    const fact = {
      text,
      kind: kind as MemoryInput['kind'],
      scope: scope as MemoryInput['scope'],
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      ...(source.trim() !== '' && { source: source.trim() }),
      ...(scope !== 'installation' && { workspaceId: corrects?.workspaceId ?? floor }),
      ...(scope === 'role' && { roleId }),
      ...(corrects !== null && { supersedes: corrects.id }),
    };
    if (await act(() => office.http.remember(fact), 'Remembered.')) onClose();
  };
  return (
    <Dialog title={corrects === null ? 'Remember something' : 'Correct a fact'} onClose={onClose}>
      <TextField
        label="Fact"
        rows={3}
        value={text}
        onChange={setText}
        maxLength={limits.memoryTextCharacters}
        autoFocus
      />
      <div className="form-grid">
        <Select label="Kind" value={kind} choices={options(memoryKinds)} onChange={setKind} />
        <Select
          label="Holds for"
          value={scope}
          choices={options(memoryScopes)}
          onChange={setScope}
          isDisabled={corrects !== null}
        />
        {scope === 'role' && (
          <Select
            label="Role"
            value={roleId}
            choices={roles.map(({ id, title }) => ({ id, label: title }))}
            onChange={setRole}
            isDisabled={corrects !== null}
          />
        )}
        <TextField label="Tags, with commas" value={tags} onChange={setTags} />
        <TextField
          label="Source"
          value={source}
          onChange={setSource}
          maxLength={limits.memorySourceCharacters}
        />
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={text.trim() === ''}
          onPress={() => void save()}
        >
          {corrects === null ? 'Remember' : 'Correct'}
        </Button>
      </div>
    </Dialog>
  );
}

function Retract({ fact, onClose }: { readonly fact: MemoryFact; readonly onClose: () => void }) {
  const office = useOffice();
  const [reason, setReason] = useState('');
  const [readBy, setReadBy] = useState<readonly string[] | null>(null);
  const { busy, act } = useAction();
  const retract = () =>
    void act(
      async () => setReadBy((await office.http.retract(fact.id, reason)).readBy),
      'Withdrawn.',
    );
  return (
    <Dialog title="Withdraw a fact" onClose={onClose}>
      <p>{fact.text}</p>
      {readBy === null ? (
        <>
          <TextField
            label="Why"
            value={reason}
            onChange={setReason}
            maxLength={limits.memoryReasonCharacters}
            autoFocus
          />
          <div className="row">
            <Button look="danger" isPending={busy} onPress={retract}>
              Withdraw
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="muted">
            {readBy.length === 0 ? 'No run was shown it.' : 'These runs were shown it:'}
          </p>
          <ul>
            {readBy.map((id) => (
              <li key={id}>
                <a href={hrefTo(['runs', id])}>{id}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
