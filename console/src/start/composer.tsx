import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { amountOf } from '../app/amounts.js';
import { type ExampleBrief, exampleBriefs } from '#protocol/example-briefs.js';
import type { Isolation } from '#protocol/records/enums.js';
import { useFloorName } from '../app/floors.js';
import { later } from '../app/later.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { openFloorPlace } from '../app/tab-floor.js';
import { useIsMock } from '../app/simulated.js';
import { Button } from '../ui/button.js';
import { Details } from '../ui/details.js';
import { TextField } from '../ui/fields.js';
import { BriefAside } from './brief-aside.js';
import { ceilingProblem } from './ceiling-rules.js';
import { CeilingWarning } from './ceiling-warning.js';
import { asFloor, automatic, type Draft, hasChoices, useDraft } from './draft.js';
import { ExampleNote } from './examples.js';
import { HandedIn, type HandedInRun } from './handed-in.js';

const BriefChoices = later(() => import('./brief-choices.js'));
const FolderBriefs = later(() => import('./folder-briefs.js'));

/** The example that equals the brief, and whether simulated employees play it. */
function useExample(brief: string) {
  const isMock = useIsMock();
  // A changed example is no example.
  const shown = exampleBriefs.find((each) => each.brief === brief.trim());
  return { shown, isPlayed: isMock && shown !== undefined };
}

/** Field for a brief on the shown floor, with pipeline and ceiling where they matter. */
export function Composer({
  isOpen,
  text,
  example,
  onTyped,
  onSubmitted,
}: {
  /** True if the field is focused at once. */
  readonly isOpen: boolean;
  /** A brief from elsewhere; absent: the one that the tab keeps. */
  readonly text?: string;
  /** Fills the field in. */
  readonly example?: ExampleBrief | undefined;
  readonly onTyped?: (brief: string) => void;
  readonly onSubmitted?: (runId: string) => void;
}) {
  const office = useOffice();
  const pipelines = useOfficeState((state) => state.pipelines);
  const ceiling = useOfficeState((state) => state.budget.defaultRunUsd);
  const workspaceId = useOfficeState((state) => state.activeWorkspaceId);
  const floor = useFloorName()(workspaceId);
  const { draft, change, clear } = useDraft(
    example === undefined ? textOnly(text) : filledIn(example, pipelines),
    text === undefined,
  );
  const { brief, budget, isFull } = draft;
  const [isUnfolded] = useState(() => example === undefined && hasChoices(draft));
  const [handedIn, setHandedIn] = useState<HandedInRun | null>(null);
  const { busy, act } = useAction();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) goOnWriting(field.current);
  }, [isOpen]);
  useEffect(() => {
    // The link is missing while the next brief is being written.
    if (handedIn !== null && hasKeyboard()) link.current?.focus();
  }, [handedIn]);
  // A stored pipeline may belong to another floor.
  const pipelineId = pipelines.find(({ id }) => id === draft.pipelineId)?.id ?? automatic;
  const { shown, isPlayed } = useExample(brief);
  const isReady = brief.trim() !== '' && ceilingProblem(budget) === null;
  const write = (typed: string) => {
    change({ brief: typed });
    onTyped?.(typed);
  };
  const submit = () => {
    if (!isReady || busy) return;
    void act(async () => {
      const run = await office.http.submit({
        ...commissionOf({ ...draft, pipelineId }),
        ...{ workspaceId, ...(isPlayed && { paced: true }) },
      });
      clear(draft);
      setHandedIn(run);
      onSubmitted?.(run.id);
    });
  };
  return (
    <section className="stack tight" aria-label="New brief">
      <TextField
        label="Give the office a brief"
        rows={3}
        value={brief}
        onChange={write}
        onEnter={submit}
        placeholder="What do you want, and how will you know that it is right?"
        inputRef={field}
        hint={
          <>
            For {floor}. <a href={hrefTo(...openFloorPlace)}>Another folder</a>
          </>
        }
      />
      {text === undefined && <BriefAside draft={draft} onTake={change} field={field} />}
      {shown !== undefined && <ExampleNote example={shown} />}
      <FromFolder brief={brief} onFill={write} field={field} />
      <Details summary="Pipeline and ceiling" className="small" isUnfolded={isUnfolded}>
        {() => (
          <Suspense fallback={null}>
            <BriefChoices
              draft={draft}
              pipelineId={pipelineId}
              usualUsd={ceiling}
              onChange={change}
            />
          </Suspense>
        )}
      </Details>
      {isReady && (
        <CeilingWarning
          brief={brief}
          pipelineId={pipelineId === automatic ? null : pipelineId}
          limitUsd={budget.trim() === '' ? ceiling : amountOf(budget)}
          isFull={isFull}
        />
      )}
      <Button look="primary" onPress={submit} isPending={busy} isDisabled={!isReady}>
        {busy ? 'Handing in…' : 'Hand it in'}
      </Button>
      {brief === '' && handedIn !== null && <HandedIn run={handedIn} link={link} />}
    </section>
  );
}

/** A draft as it is handed in. */
function commissionOf({ brief, pipelineId, budget, isFull, where }: Draft) {
  return {
    brief: brief.trim(),
    ...(pipelineId !== automatic && { pipelineId }),
    ...(budget.trim() !== '' && { budgetUsd: amountOf(budget) }),
    ...(isFull && { full: true }),
    ...(where !== asFloor && { isolation: where as Isolation }),
  };
}

/** Fills the brief in, behind what somebody has written. */
function FromFolder({
  brief,
  onFill,
  field,
}: {
  readonly brief: string;
  readonly onFill: (brief: string) => void;
  /** The field that is filled, and then gets the focus. */
  readonly field: RefObject<HTMLElement | null>;
}) {
  const [last, setLast] = useState('');
  const fill = (filled: string) => {
    const isWritten = brief.trim() !== '' && brief !== last;
    setLast(isWritten ? '' : filled);
    onFill(isWritten ? `${brief.trimEnd()}\n\n${filled}` : filled);
    field.current?.focus();
  };
  return (
    <Details summary="From the folder" className="small">
      {() => (
        <Suspense fallback={null}>
          <FolderBriefs onFill={fill} />
        </Suspense>
      )}
    </Details>
  );
}

/** An example with its pipeline; on floors without that pipeline the office chooses. */
function filledIn(
  { brief, pipelineId }: ExampleBrief,
  pipelines: readonly { readonly id: string }[],
): Partial<Draft> {
  return pipelines.some(({ id }) => id === pipelineId) ? { brief, pipelineId } : { brief };
}

function textOnly(brief: string | undefined): Partial<Draft> | undefined {
  return brief === undefined ? undefined : { brief };
}

function goOnWriting(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** False on phones, where focusing a field only moves the page. */
function hasKeyboard(): boolean {
  return !matchMedia('(pointer: coarse)').matches;
}
