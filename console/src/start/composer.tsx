import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { amountOf } from '../app/amounts.js';
import type { ExampleBrief } from '#protocol/example-briefs.js';
import { type Isolation, isolations } from '#protocol/records/enums.js';
import type { Pipeline } from '#protocol/records/work.js';
import { isolationNames } from '../app/format.js';
import { later } from '../app/later.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { openFloorPlace } from '../app/tab-floor.js';
import { Button } from '../ui/button.js';
import { Details } from '../ui/details.js';
import { Check, type Choice, Select, TextField } from '../ui/fields.js';
import { CeilingField, CeilingWarning } from './ceiling-field.js';
import { ceilingProblem } from './ceiling-rules.js';
import { ExampleNote } from './examples.js';
import { HandedIn, type HandedInRun } from './handed-in.js';

const FolderBriefs = later(() => import('./folder-briefs.js'));

const automatic = 'automatic';

const asFloor = 'floor';

const places = [
  { id: asFloor, label: 'As the floor says' },
  ...isolations.map((id) => ({ id, label: isolationNames[id] })),
];

/** Field for a brief on the shown floor, with pipeline and ceiling where they matter. */
export function Composer({
  isOpen,
  text = '',
  example,
  onSubmitted,
}: {
  /** True if the field is focused at once. */
  readonly isOpen: boolean;
  readonly text?: string;
  /** Fills the field in. */
  readonly example?: ExampleBrief | undefined;
  readonly onSubmitted?: (runId: string) => void;
}) {
  const office = useOffice();
  const pipelines = useOfficeState((state) => state.pipelines);
  const ceiling = useOfficeState((state) => state.budget.defaultRunUsd);
  const workspaceId = useOfficeState((state) => state.activeWorkspaceId);
  const floor = useOfficeState(
    ({ workspaces }) => workspaces.find(({ id }) => id === workspaceId)?.name ?? workspaceId,
  );
  const [brief, setBrief] = useState(example?.brief ?? text);
  const [pipelineId, setPipeline] = useState(() => pipelineFor(example, pipelines));
  const [budget, setBudget] = useState('');
  const [isFull, setFull] = useState(false);
  const [where, setWhere] = useState(asFloor);
  const [handedIn, setHandedIn] = useState<HandedInRun | null>(null);
  const { busy, act } = useAction();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  // A changed example is another brief.
  const shown = brief.trim() === example?.brief ? example : undefined;
  const problem = ceilingProblem(budget);
  const isReady = brief.trim() !== '' && problem === null;
  const submit = () => {
    if (!isReady || busy) return;
    void act(async () => {
      const run = await office.http.submit({
        brief: brief.trim(),
        workspaceId,
        ...(pipelineId !== automatic && { pipelineId }),
        ...(budget.trim() !== '' && { budgetUsd: amountOf(budget) }),
        ...(isFull && { full: true }),
        ...(shown !== undefined && { paced: true }),
        ...(where !== asFloor && { isolation: where as Isolation }),
      });
      setBrief('');
      setPipeline(automatic);
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
        onChange={setBrief}
        onEnter={submit}
        placeholder="What do you want, and how will you know that it is right?"
        inputRef={field}
        hint={
          <>
            For {floor}. <a href={hrefTo(...openFloorPlace)}>Another folder</a>
          </>
        }
      />
      {shown !== undefined && <ExampleNote example={shown} />}
      <FromFolder onFill={setBrief} field={field} />
      <details className="small">
        <summary>Pipeline and ceiling</summary>
        <div className="stack tight">
          <Select
            label="Pipeline"
            value={pipelineId}
            choices={choicesOf(pipelines)}
            onChange={setPipeline}
          />
          <Check isOn={isFull} onChange={setFull}>
            Work on every stage, those on demand too
          </Check>
          <Select label="Where it works" value={where} choices={places} onChange={setWhere} />
          <CeilingField value={budget} onChange={setBudget} usualUsd={ceiling} />
        </div>
      </details>
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
      {brief === '' && <HandedIn run={handedIn} field={field} />}
    </section>
  );
}

function choicesOf(pipelines: readonly Pick<Pipeline, 'id' | 'name' | 'description'>[]): Choice[] {
  return [
    { id: automatic, label: 'Choose for me', detail: 'The office picks what fits the brief.' },
    ...pipelines.map(({ id, name, description }) => ({ id, label: name, detail: description })),
  ];
}

function FromFolder({
  onFill,
  field,
}: {
  readonly onFill: (brief: string) => void;
  /** Gets the focus once it is filled. */
  readonly field: RefObject<HTMLElement | null>;
}) {
  const fill = (brief: string) => {
    onFill(brief);
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

/** An example's own pipeline; a floor with its own pipelines chooses among them. */
function pipelineFor(
  example: ExampleBrief | undefined,
  pipelines: readonly { readonly id: string }[],
): string {
  return pipelines.find(({ id }) => id === example?.pipelineId)?.id ?? automatic;
}
