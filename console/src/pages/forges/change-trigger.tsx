import { useState } from 'react';
import type { TriggerChange } from '#client/http/trigger-operations.js';
import type { HookEvent, Trigger } from '#protocol/records/triggers.js';
import { amountOf } from '../../app/amounts.js';
import { useFloorPart } from '../../app/floors.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { AmountField } from '../../ui/amount-field.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/fields.js';
import { Events } from './make-trigger.js';
import { firstSchedule, ScheduleFields } from './schedule-fields.js';

interface Props {
  readonly trigger: Trigger;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

function draftOf({ name, brief = '', pipelineId = '', workspaceId, ...bounds }: Trigger) {
  const { runUsd, dayUsd, dayRuns } = bounds;
  return {
    ...{ name, brief, pipelineId, floor: workspaceId ?? '', url: '' },
    ...{ runUsd: textOf(runUsd), dayUsd: textOf(dayUsd), dayRuns: textOf(dayRuns) },
  };
}
type Draft = ReturnType<typeof draftOf>;

/** What is wrong with a count of runs; null: nothing. */
function countProblem(text: string): string | null {
  return text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 1000)
    ? null
    : 'A whole number from 1 to 1000.';
}

/** Changes what a trigger does; one that somebody else has changed meanwhile is left alone. */
export function ChangeTrigger({ trigger, onChanged, onClose }: Props) {
  const { http } = useOffice();
  const { id, kind, name, cron = '', timeZone = 'UTC', revision } = trigger;
  const [draft, setDraft] = useState(() => draftOf(trigger));
  const [schedule, setSchedule] = useState(cron === '' ? firstSchedule : { cron, timeZone });
  const [events, setEvents] = useState<readonly HookEvent[]>(trigger.events ?? []);
  const { busy, act } = useAction();
  const set = (field: keyof Draft) => (value: string) => setDraft({ ...draft, [field]: value });
  const own: TriggerChange =
    kind === 'outbound'
      ? { events, ...(draft.url.trim() !== '' && { url: draft.url.trim() }) }
      : { ...runsIn(draft), ...(kind === 'schedule' && zoned(schedule)) };
  const save = async () => {
    const shared = { revision, name: draft.name, workspaceId: draft.floor || null };
    const isDone = await act(async () => {
      await http.changeTrigger(id, { ...shared, ...own });
      onChanged();
    }, 'Saved.');
    if (isDone) onClose();
  };
  const isWhole = kind === 'outbound' ? events.length > 0 : areRunsWhole(draft);
  return (
    <Dialog title={`Change “${name}”`} onClose={onClose} wide>
      <TextField label="Name" value={draft.name} onChange={set('name')} />
      {kind === 'schedule' && <ScheduleFields draft={schedule} onChange={setSchedule} />}
      {kind === 'outbound' ? (
        <>
          <TextField
            label="Another address that is called"
            type="url"
            value={draft.url}
            onChange={set('url')}
            hint="Empty: the one that it has."
          />
          <Events events={events} onChange={setEvents} />
        </>
      ) : (
        <RunFields draft={draft} set={set} />
      )}
      <FloorField isOutbound={kind === 'outbound'} floor={draft.floor} onChange={set('floor')} />
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={draft.name.trim() === '' || !isWhole}
          onPress={() => void save()}
        >
          Save
        </Button>
      </div>
    </Dialog>
  );
}

function FloorField({
  isOutbound,
  floor,
  onChange,
}: {
  readonly isOutbound: boolean;
  readonly floor: string;
  readonly onChange: (id: string) => void;
}) {
  const floors = useOfficeState((state) => state.workspaces);
  return (
    <Select
      label="Floor"
      value={floor}
      onChange={onChange}
      choices={[
        { id: '', label: isOutbound ? 'All' : 'The first one' },
        ...floors.map(({ id, name }) => ({ id, label: name })),
      ]}
    />
  );
}

function RunFields({
  draft,
  set,
}: {
  readonly draft: Draft;
  readonly set: (field: keyof Draft) => (value: string) => void;
}) {
  const firstFloor = useOfficeState((state) => state.workspaces[0]?.id ?? '');
  const pipelines = useFloorPart(draft.floor || firstFloor, (floor) => floor.pipelines) ?? [];
  const isBlank = draft.brief.trim() === '';
  const count = countProblem(draft.dayRuns);
  return (
    <>
      <TextField
        label="Brief of its runs"
        rows={3}
        value={draft.brief}
        onChange={set('brief')}
        isInvalid={isBlank}
        {...(isBlank && { hint: 'Say what its runs are to do.' })}
      />
      <div className="form-grid">
        <Select
          label="Pipeline"
          value={draft.pipelineId}
          onChange={set('pipelineId')}
          choices={[
            { id: '', label: 'The office chooses' },
            ...pipelines.map(({ id, name }) => ({ id, label: name })),
          ]}
        />
        <AmountField
          label="Ceiling of a run, USD"
          value={draft.runUsd}
          onChange={set('runUsd')}
          hint="Empty: that of the floor."
        />
        <AmountField
          label="Ceiling of a day, USD"
          value={draft.dayUsd}
          onChange={set('dayUsd')}
          hint="Empty: none."
        />
        <TextField
          label="Runs a day"
          type="number"
          value={draft.dayRuns}
          onChange={set('dayRuns')}
          isInvalid={count !== null}
          hint={count ?? 'Empty: 50.'}
        />
      </div>
    </>
  );
}

function areRunsWhole({ brief, runUsd, dayUsd, dayRuns }: Draft): boolean {
  const areAmounts = [runUsd, dayUsd].every((text) => !Number.isNaN(amountIn(text)));
  return brief.trim() !== '' && areAmounts && countProblem(dayRuns) === null;
}

/** Null: the field is empty. */
function amountIn(text: string): number | null {
  return text.trim() === '' ? null : amountOf(text);
}

function runsIn({ brief, pipelineId, runUsd, dayUsd, dayRuns }: Draft): TriggerChange {
  return {
    ...{ brief, pipelineId: pipelineId || null },
    ...{ runUsd: amountIn(runUsd), dayUsd: amountIn(dayUsd) },
    dayRuns: dayRuns === '' ? null : Number(dayRuns),
  };
}

function zoned({ cron, timeZone }: typeof firstSchedule): TriggerChange {
  return { cron: cron.trim(), timeZone: timeZone.trim() || 'UTC' };
}
