import {
  type HookEvent,
  hookEvents,
  hookFormats,
  hookSignatures,
  type TriggerKind,
} from '#protocol/records/triggers.js';
import { Check } from '../../ui/fields.js';
import {
  FormAmount,
  FormSelect,
  FormText,
  saidOf,
  useRefused,
  useRefusedFocus,
} from '../../ui/form.js';
import { FloorField, PipelineField } from './floor-fields.js';
import { RunCeiling } from './run-ceiling.js';
import { ScheduleFields } from './schedule-fields.js';
import { countProblem, type TriggerDraft } from './trigger-draft.js';
import { eventNames, formatNames, signatureNames } from './trigger-names.js';

interface Props {
  readonly kind: TriggerKind;
  readonly draft: TriggerDraft;
  readonly onChange: (part: Partial<TriggerDraft>) => void;
  /** False: an existing trigger is changed, where an empty field keeps its value or removes it. */
  readonly isNew: boolean;
}

type Part = Omit<Props, 'onChange'> & { readonly set: Props['onChange'] };

/** The fields of a trigger, for making and for changing it. */
export function TriggerFields({ onChange: set, ...props }: Props) {
  const { kind, draft, isNew } = props;
  return (
    <>
      <FormText
        name="name"
        label="Name"
        value={draft.name}
        onChange={(name) => set({ name })}
        placeholder="nightly"
        autoFocus={isNew}
      />
      {kind === 'outbound' ? (
        <OutboundFields {...props} set={set} />
      ) : (
        <Brief {...props} set={set} />
      )}
      {kind === 'schedule' && (
        <ScheduleFields draft={draft} onChange={(schedule) => set(schedule)} />
      )}
      <div className="form-grid">
        <FloorField
          label="Floor"
          value={draft.floor}
          onChange={(floor) => set({ floor })}
          none={kind === 'outbound' ? 'All' : 'The first one'}
        />
        {kind === 'outbound' ? (
          <FormSelect
            name="format"
            label="Form of what is sent"
            value={draft.format}
            onChange={(id) =>
              set({ format: hookFormats.find((each) => each === id) ?? draft.format })
            }
            choices={hookFormats.map((id) => ({ id, label: formatNames[id] }))}
          />
        ) : (
          <RunFields {...props} set={set} />
        )}
        {isNew && kind !== 'schedule' && (
          <FormText
            name="secret"
            label="Secret"
            type="password"
            value={draft.secret}
            onChange={(secret) => set({ secret })}
            hint="Empty: one is made."
          />
        )}
      </div>
      {kind !== 'outbound' && <RunCeiling draft={draft} />}
    </>
  );
}

function Brief({ kind, draft, set, isNew }: Part) {
  const isMissing = !isNew && draft.brief.trim() === '';
  const hint = isMissing
    ? 'Say what its runs are to do.'
    : kind === 'hook' && 'What the caller sends stands beside it, and is never an instruction.';
  return (
    <FormText
      name="brief"
      label="Brief of its runs"
      rows={3}
      value={draft.brief}
      onChange={(brief) => set({ brief })}
      isInvalid={isMissing}
      {...(hint !== false && { hint })}
    />
  );
}

function OutboundFields({ draft, set, isNew }: Part) {
  return (
    <>
      <FormText
        name="url"
        label={isNew ? 'Address that is called' : 'Another address that is called'}
        type="url"
        value={draft.url}
        onChange={(url) => set({ url })}
        placeholder="https://hooks.slack.com/…"
        {...(!isNew && { hint: 'Empty: the one that it has.' })}
      />
      <Events events={draft.events} onChange={(events) => set({ events })} />
    </>
  );
}

const eventsLabel = 'It tells of';

function Events({
  events,
  onChange,
}: {
  readonly events: readonly HookEvent[];
  readonly onChange: (events: readonly HookEvent[]) => void;
}) {
  const refused = useRefused(['events']);
  const ref = useRefusedFocus<HTMLFieldSetElement>(refused);
  return (
    <fieldset className="stack tight" ref={ref} tabIndex={-1} aria-describedby="events-hint">
      <legend>{eventsLabel}</legend>
      {hookEvents.map((event) => (
        <Check
          key={event}
          isOn={events.includes(event)}
          onChange={(isOn) =>
            onChange(hookEvents.filter((each) => (each === event ? isOn : events.includes(each))))
          }
        >
          {eventNames[event]}
        </Check>
      ))}
      <span className="hint" id="events-hint">
        {refused !== null && saidOf(refused, eventsLabel)}
        {refused === null && events.length === 0 && 'Choose at least one.'}
      </span>
    </fieldset>
  );
}

function RunFields({ kind, draft, set }: Part) {
  const count = countProblem(draft.dayRuns);
  return (
    <>
      <PipelineField
        floorId={draft.floor}
        value={draft.pipelineId}
        onChange={(pipelineId) => set({ pipelineId })}
      />
      {kind === 'hook' && (
        <FormSelect
          name="signature"
          label="Callers sign"
          value={draft.signature}
          onChange={(id) =>
            set({ signature: hookSignatures.find((each) => each === id) ?? draft.signature })
          }
          choices={hookSignatures.map((id) => ({ id, label: signatureNames[id] }))}
        />
      )}
      <FormAmount
        name="runUsd"
        label="Ceiling of a run, USD"
        value={draft.runUsd}
        onChange={(runUsd) => set({ runUsd })}
        hint="Empty: that of the floor."
      />
      <FormAmount
        name="dayUsd"
        label="Ceiling of a day, USD"
        value={draft.dayUsd}
        onChange={(dayUsd) => set({ dayUsd })}
        hint="Empty: none."
      />
      <FormText
        name="dayRuns"
        label="Runs a day"
        type="number"
        value={draft.dayRuns}
        onChange={(dayRuns) => set({ dayRuns })}
        isInvalid={count !== null}
        hint={count ?? 'Empty: 50.'}
      />
    </>
  );
}
