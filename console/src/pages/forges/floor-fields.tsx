import { useFloorPart } from '../../app/floors.js';
import { useOfficeState } from '../../app/office-context.js';
import { FormSelect } from '../../ui/form.js';

/** The choice of a floor. */
export function FloorField({
  label,
  value,
  onChange,
  none,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Label of the choice of no floor; absent: a floor must be chosen. */
  readonly none?: string;
}) {
  const floors = useOfficeState((state) => state.workspaces);
  return (
    <FormSelect
      name="workspaceId"
      label={label}
      value={value}
      onChange={onChange}
      choices={[
        ...(none === undefined ? [] : [{ id: '', label: none }]),
        ...floors.map(({ id, name }) => ({ id, label: name })),
      ]}
    />
  );
}

/** The floor, or the first one if none is chosen. */
export function useFloorOrFirst(floorId: string): string {
  const first = useOfficeState((state) => state.workspaces[0]?.id ?? '');
  return floorId || first;
}

/** A pipeline as chosen before; empty: the floor has none such. */
export function usePipelineOf(floorId: string, pipelineId: string): string {
  const pipelines = useFloorPart(useFloorOrFirst(floorId), (floor) => floor.pipelines);
  const isElsewhere = pipelines !== undefined && !pipelines.some(({ id }) => id === pipelineId);
  return isElsewhere ? '' : pipelineId;
}

/** The choice of a pipeline of a floor; the office may choose. */
export function PipelineField({
  floorId,
  value,
  onChange,
}: {
  /** Empty: the first floor. */
  readonly floorId: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const pipelines = useFloorPart(useFloorOrFirst(floorId), (floor) => floor.pipelines) ?? [];
  return (
    <FormSelect
      name="pipelineId"
      label="Pipeline"
      value={value}
      onChange={onChange}
      choices={[
        { id: '', label: 'The office chooses' },
        ...pipelines.map(({ id, name }) => ({ id, label: name })),
      ]}
    />
  );
}
