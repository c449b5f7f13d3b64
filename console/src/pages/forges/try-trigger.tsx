import { useState } from 'react';
import type { Trigger, TriggerDelivery } from '#protocol/records/triggers.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { TextField } from '../../ui/fields.js';
import { Badge } from '../../ui/pieces.js';
import { stateTones } from './deliveries.js';

const sample = JSON.stringify({ title: 'A sample' }, null, 2);

/** Lets a trigger go off once with a sample. */
export function TryTrigger({
  trigger: { id, kind, name, host },
  onTried,
  onClose,
}: {
  readonly trigger: Trigger;
  readonly onTried: () => void;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const called = useKeptDraft(`office-try-${id}`, { text: sample });
  const { text } = called.draft;
  const [tried, setTried] = useState<TriggerDelivery | null>(null);
  const { busy, act } = useAction();
  const body = kind === 'hook' ? objectIn(text) : {};
  const tryIt = () =>
    void act(async () => {
      setTried(await http.tryTrigger(id, body ?? {}));
      onTried();
    });
  return (
    <Dialog title={`Try “${name}”`} onClose={onClose}>
      {kind === 'hook' ? (
        <TextField
          label="What it is called with, as JSON"
          rows={6}
          value={text}
          onChange={(typed) => called.set({ text: typed })}
          isInvalid={body === null}
          {...(body === null && { hint: 'Write a JSON object.' })}
        />
      ) : (
        <p>
          {kind === 'schedule'
            ? 'It begins a run now, as it does when its time comes.'
            : `It sends a sample to ${host}.`}
        </p>
      )}
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={body === null}
          onPress={tryIt}
          autoFocus={kind !== 'hook'}
        >
          Try it
        </Button>
        {tried !== null && <Button onPress={onClose}>Done</Button>}
        <Discard of={called} onClose={onClose} />
      </div>
      <p role="status" className="row tight">
        {tried !== null && <Outcome tried={tried} onClose={onClose} />}
      </p>
    </Dialog>
  );
}

function Outcome({
  tried: { state, runId, message },
  onClose,
}: {
  readonly tried: TriggerDelivery;
  readonly onClose: () => void;
}) {
  return (
    <>
      <Badge tone={stateTones[state]}>{state.replace('-', ' ')}</Badge>
      {runId !== null && (
        <a href={hrefTo(['runs', runId])} onClick={onClose}>
          Go to the run
        </a>
      )}
      {message}
    </>
  );
}

/** Null: it is no JSON object. */
function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
