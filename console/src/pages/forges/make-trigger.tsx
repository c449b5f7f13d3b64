import { useState } from 'react';
import type { NewTrigger } from '#client/http/trigger-operations.js';
import {
  type HookEvent,
  hookEvents,
  type HookFormat,
  hookFormats,
  type HookSignature,
  hookSignatures,
  type MadeTrigger,
  type TriggerKind,
  triggerKinds,
} from '#protocol/records/triggers.js';
import { amountOf } from '../../app/amounts.js';
import { baseAddress } from '../../app/base-address.js';
import { dateTime } from '../../app/format.js';
import { notify, useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { AmountField } from '../../ui/amount-field.js';
import { Button } from '../../ui/button.js';
import { CopiedOnce } from '../../ui/copied-once.js';
import { Dialog } from '../../ui/dialog.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { firstSchedule, ScheduleFields } from './schedule-fields.js';
import { eventNames, formatNames, kindDeeds, signatureNames } from './trigger-names.js';

const all = '';
const firstDraft = {
  ...{ name: '', brief: '', floor: all, runUsd: '', dayUsd: '', dayRuns: '' },
  ...{ signature: 'standard', url: '', format: 'standard' },
};
type Draft = typeof firstDraft;

interface Props {
  /** The kind that is chosen first. */
  readonly first: TriggerKind;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a trigger, and shows its secret once. */
export function MakeTrigger({ first, onMade, onClose }: Props) {
  const [made, setMade] = useState<MadeTrigger | null>(null);
  const end = (answer: MadeTrigger) => {
    onMade();
    if (answer.secret !== undefined) return setMade(answer);
    if (typeof answer.nextAt === 'number') notify(`It comes on ${dateTime(answer.nextAt)}.`);
    onClose();
  };
  return (
    <Dialog
      title={made === null ? 'Make a trigger' : `“${made.name}” is made`}
      onClose={onClose}
      wide
    >
      {made === null ? <Form first={first} onMade={end} /> : <Made made={made} onClose={onClose} />}
    </Dialog>
  );
}

function Form({
  first,
  onMade,
}: Pick<Props, 'first'> & { readonly onMade: (made: MadeTrigger) => void }) {
  const { http } = useOffice();
  const [kind, setKind] = useState(first);
  const [draft, setDraft] = useState(firstDraft);
  const [schedule, setSchedule] = useState(firstSchedule);
  const [events, setEvents] = useState<readonly HookEvent[]>(['run.ended', 'approval.waits']);
  const { busy, act } = useAction();
  const set = (name: keyof Draft) => (value: string) => setDraft({ ...draft, [name]: value });
  const make = () =>
    void act(async () => onMade(await http.makeTrigger(triggerOf(kind, draft, schedule, events))));
  return (
    <>
      <Select
        label="What it does"
        value={kind}
        onChange={(id) => setKind(triggerKinds.find((each) => each === id) ?? kind)}
        choices={triggerKinds.map((id) => ({ id, label: kindDeeds[id] }))}
      />
      <TextField
        label="Name"
        value={draft.name}
        onChange={set('name')}
        placeholder="nightly"
        autoFocus
      />
      {kind !== 'outbound' && (
        <TextField
          label="Brief of its runs"
          rows={3}
          value={draft.brief}
          onChange={set('brief')}
          {...(kind === 'hook' && {
            hint: 'What the caller sends stands beside it, and is never an instruction.',
          })}
        />
      )}
      {kind === 'schedule' && <ScheduleFields draft={schedule} onChange={setSchedule} />}
      {kind === 'outbound' && (
        <>
          <TextField
            label="Address that is called"
            type="url"
            value={draft.url}
            onChange={set('url')}
            placeholder="https://hooks.slack.com/…"
          />
          <Events events={events} onChange={setEvents} />
        </>
      )}
      <Further kind={kind} draft={draft} set={set} />
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!isReady(kind, draft, events)}
          onPress={make}
        >
          Make it
        </Button>
      </div>
    </>
  );
}

export function Events({
  events,
  onChange,
}: {
  readonly events: readonly HookEvent[];
  readonly onChange: (events: readonly HookEvent[]) => void;
}) {
  return (
    <fieldset className="stack tight">
      <legend>It tells of</legend>
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
    </fieldset>
  );
}

function Further({
  kind,
  draft,
  set,
}: {
  readonly kind: TriggerKind;
  readonly draft: Draft;
  readonly set: (name: keyof Draft) => (value: string) => void;
}) {
  const floors = useOfficeState((state) => state.workspaces);
  const isOutbound = kind === 'outbound';
  return (
    <div className="form-grid">
      <Select
        label="Floor"
        value={draft.floor}
        onChange={set('floor')}
        choices={[
          { id: all, label: isOutbound ? 'All' : 'The first one' },
          ...floors.map(({ id, name }) => ({ id, label: name })),
        ]}
      />
      {kind === 'hook' && (
        <Select
          label="Callers sign"
          value={draft.signature}
          onChange={set('signature')}
          choices={hookSignatures.map((id) => ({ id, label: signatureNames[id] }))}
        />
      )}
      {isOutbound ? (
        <Select
          label="Form of what is sent"
          value={draft.format}
          onChange={set('format')}
          choices={hookFormats.map((id) => ({ id, label: formatNames[id] }))}
        />
      ) : (
        <>
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
            hint="Empty: 50."
          />
        </>
      )}
    </div>
  );
}

function isReady(kind: TriggerKind, draft: Draft, events: readonly HookEvent[]): boolean {
  const { name, brief, url, runUsd, dayUsd } = draft;
  const amounts = [runUsd, dayUsd].filter((text) => text.trim() !== '');
  const isWhole = kind === 'outbound' ? url !== '' && events.length > 0 : brief.trim() !== '';
  return name.trim() !== '' && isWhole && !amounts.some((text) => Number.isNaN(amountOf(text)));
}

function triggerOf(
  kind: TriggerKind,
  draft: Draft,
  { cron, timeZone }: typeof firstSchedule,
  events: readonly HookEvent[],
): NewTrigger {
  const { name, brief, floor, runUsd, dayUsd, dayRuns, signature, url, format } = draft;
  const shared = { kind, name, ...(floor !== all && { workspaceId: floor }) };
  if (kind === 'outbound') return { ...shared, url, events, format: format as HookFormat };
  const runs = {
    ...{ ...shared, brief },
    ...(runUsd.trim() !== '' && { runUsd: amountOf(runUsd) }),
    ...(dayUsd.trim() !== '' && { dayUsd: amountOf(dayUsd) }),
    ...(dayRuns !== '' && { dayRuns: Number(dayRuns) }),
  };
  return kind === 'hook'
    ? { ...runs, signature: signature as HookSignature }
    : { ...runs, cron: cron.trim(), timeZone: timeZone.trim() || 'UTC' };
}

function Made({
  made: { path, secret = '' },
  onClose,
}: {
  readonly made: MadeTrigger;
  readonly onClose: () => void;
}) {
  return (
    <>
      {path !== undefined && (
        <CopiedOnce name="Address, called with POST" text={`${baseAddress}/${path}`} />
      )}
      <CopiedOnce name="Its secret, shown this once" text={secret} />
      <p className="muted small">
        {path === undefined
          ? 'By it the receiver knows that the office has sent a body.'
          : 'By it callers sign the bodies that they send.'}
      </p>
      <div className="row">
        <Button look="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </div>
    </>
  );
}
