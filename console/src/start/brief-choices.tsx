import { isolations } from '#protocol/records/enums.js';
import type { Pipeline } from '#protocol/records/work.js';
import { isolationNames } from '../app/format.js';
import { useOfficeState } from '../app/office-context.js';
import { Check, type Choice, Select } from '../ui/fields.js';
import { CeilingField } from './ceiling-field.js';
import { asFloor, automatic, type Draft } from './draft.js';

const places = [
  { id: asFloor, label: 'As the floor says' },
  ...isolations.map((id) => ({ id, label: isolationNames[id] })),
];

/** The choices for a brief besides its text. */
export default function BriefChoices({
  draft: { isFull, where, budget },
  pipelineId,
  usualUsd,
  onChange,
}: {
  readonly draft: Draft;
  /** The draft's pipeline, if the floor has it. */
  readonly pipelineId: string;
  readonly usualUsd: number;
  readonly onChange: (part: Partial<Draft>) => void;
}) {
  const pipelines = useOfficeState((state) => state.pipelines);
  return (
    <div className="stack tight">
      <Select
        label="Pipeline"
        value={pipelineId}
        choices={choicesOf(pipelines)}
        onChange={(id) => onChange({ pipelineId: id })}
      />
      <Check isOn={isFull} onChange={(isOn) => onChange({ isFull: isOn })}>
        Work on every stage, those on demand too
      </Check>
      <Select
        label="Where it works"
        value={where}
        choices={places}
        onChange={(id) => onChange({ where: id })}
      />
      <CeilingField
        value={budget}
        onChange={(typed) => onChange({ budget: typed })}
        usualUsd={usualUsd}
      />
    </div>
  );
}

function choicesOf(pipelines: readonly Pick<Pipeline, 'id' | 'name' | 'description'>[]): Choice[] {
  return [
    { id: automatic, label: 'Choose for me', detail: 'The office picks what fits the brief.' },
    ...pipelines.map(({ id, name, description }) => ({ id, label: name, detail: description })),
  ];
}
