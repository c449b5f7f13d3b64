import { useCallback } from 'react';
import { useOffice } from '../../app/office-context.js';
import { Select } from '../../ui/fields.js';
import { FormText } from '../../ui/form.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { useSettled } from '../../ui/use-settled.js';
import { timeIn } from './time-in.js';

/** Pause after typing before the next times are requested, ms. */
const settlesMs = 300;

const usual = [
  { id: '0 3 * * *', label: 'Every night at 3' },
  { id: '0 9 * * 1-5', label: 'Every working day at 9' },
  { id: '0 9 * * 1', label: 'Every Monday at 9' },
  { id: '0 * * * *', label: 'Every hour' },
] as const;

const own = 'own';

export interface ScheduleDraft {
  readonly cron: string;
  readonly timeZone: string;
}

export const firstSchedule: ScheduleDraft = {
  cron: usual[0].id,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** Fields for a schedule, with its next times. */
export function ScheduleFields({
  draft,
  onChange,
}: {
  readonly draft: ScheduleDraft;
  readonly onChange: (draft: ScheduleDraft) => void;
}) {
  const { cron, timeZone } = draft;
  const chosen = usual.find(({ id }) => id === cron)?.id ?? own;
  return (
    <>
      <div className="form-grid">
        <Select
          label="When"
          value={chosen}
          onChange={(id) => onChange({ cron: id === own ? '' : id, timeZone })}
          choices={[...usual, { id: own, label: 'As written' }]}
        />
        <FormText
          name="cron"
          label="Five fields"
          value={cron}
          onChange={(typed) => onChange({ cron: typed, timeZone })}
          hint="Minute, hour, day, month, day of the week."
        />
        <FormText
          name="timeZone"
          label="Time zone"
          value={timeZone}
          onChange={(typed) => onChange({ cron, timeZone: typed })}
          hint="Such as Europe/Berlin or UTC."
        />
      </div>
      <NextTimes draft={draft} />
    </>
  );
}

function NextTimes({ draft }: { readonly draft: ScheduleDraft }) {
  const { http } = useOffice();
  const cron = useSettled(draft.cron.trim(), settlesMs);
  const timeZone = useSettled(draft.timeZone.trim() || 'UTC', settlesMs);
  const load = useCallback(
    async (signal: AbortSignal) =>
      cron === ''
        ? null
        : // The times are told in the zone that they were asked for.
          { timeZone, ...(await http.triggerTimes({ cron, timeZone }, { signal })) },
    [http, cron, timeZone],
  );
  const { value, error } = useLoaded(load);
  const problem = error ?? value?.problem ?? null;
  if (problem !== null) {
    return (
      <p className="notice wait small" role="status">
        {problem}
      </p>
    );
  }
  return (
    <p className="small" role="status">
      {value === null
        ? 'Write when it is to come.'
        : `Next: ${value.times.map((at) => timeIn(value.timeZone, at)).join('; ')} (${value.timeZone})`}
    </p>
  );
}
