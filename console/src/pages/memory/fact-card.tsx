import type { MemoryOrigin } from '#protocol/records/enums.js';
import type { MemoryFact } from '#protocol/records/memory.js';
import { dateTime, firstLine, plural } from '../../app/format.js';
import { useFloorName, useFloorPart } from '../../app/floors.js';
import { hrefTo } from '../../app/router.js';
import { Button } from '../../ui/button.js';
import { Badge, Facts } from '../../ui/pieces.js';

const originWords: Readonly<Record<MemoryOrigin, string>> = {
  operator: 'by a person',
  'operator-verified': 'with a yes of a person',
};

export type Asked =
  | { readonly kind: 'write'; readonly corrects: MemoryFact | null }
  | { readonly kind: 'retract'; readonly fact: MemoryFact };

/** One fact: text, scope and source. */
export function FactCard({
  fact,
  isNamed,
  known,
  onAsk,
}: {
  readonly fact: MemoryFact;
  /** True if the address names it. */
  readonly isNamed: boolean;
  /** Facts by id, for references. */
  readonly known: ReadonlyMap<string, MemoryFact>;
  readonly onAsk: (asked: Asked) => void;
}) {
  const { id, text, kind, tags, source, origin, createdAt, invalidFrom, readCount } = fact;
  const isActive = invalidFrom === null;
  const isReplaced = fact.supersededBy !== null;
  return (
    <article className={`card stack tight ${isNamed ? 'named' : ''}`} id={`fact-${id}`}>
      <div className="row between">
        <span className="row tight">
          <Badge tone="busy">{kind}</Badge>
          <Scope fact={fact} />
          {!isActive && <Badge tone="bad">{isReplaced ? 'replaced' : 'withdrawn'}</Badge>}
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
      {fact.supersedes !== null && (
        <p className="small muted">
          Corrects <Other id={fact.supersedes} known={known} />
        </p>
      )}
      {fact.supersededBy !== null && (
        <p className="small muted">
          Replaced by <Other id={fact.supersededBy} known={known} />
        </p>
      )}
      <details className="small">
        <summary>Where it comes from</summary>
        <Facts
          rows={[
            ['Written', `${dateTime(createdAt)} ${originWords[origin]}`],
            ['Source', source ?? 'none named'],
            ['Tags', tags.join(', ') || 'none'],
            ['Read', plural(readCount, 'time')],
            ...(fact.retractReason === null
              ? []
              : [['Withdrawn because', fact.retractReason] as const]),
          ]}
        />
      </details>
    </article>
  );
}

function Scope({ fact: { scope, scopeId, workspaceId } }: { readonly fact: MemoryFact }) {
  const floor = useFloorName()(workspaceId ?? '');
  const role = useFloorPart(workspaceId, ({ roles }) => roles.find(({ id }) => id === scopeId));
  if (scope === 'installation') return <Badge>everywhere</Badge>;
  if (scope === 'workspace') return <Badge>{`floor: ${floor}`}</Badge>;
  return <Badge>{`role: ${role?.title ?? scopeId} of ${floor}`}</Badge>;
}

/** Another fact's text as a link. */
function Other({
  id,
  known,
}: {
  readonly id: string;
  readonly known: ReadonlyMap<string, MemoryFact>;
}) {
  const fact = known.get(id);
  if (fact === undefined) return <code>{id}</code>;
  return <a href={hrefTo(['memory'], { fact: id })}>{firstLine(fact.text, 100)}</a>;
}
