import { useState } from 'react';
import { limits } from '#protocol/limits.js';
import type { MemoryFact } from '#protocol/records/memory.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { TextField } from '../../ui/fields.js';

/** Withdraws a fact and lists the runs that were shown it. */
export function RetractFact({
  fact,
  onClose,
}: {
  readonly fact: MemoryFact;
  readonly onClose: () => void;
}) {
  const office = useOffice();
  const why = useKeptDraft(`office-withdraw-${fact.id}`, { reason: '' });
  const [readBy, setReadBy] = useState<readonly string[] | null>(null);
  const { busy, act } = useAction();
  const retract = () =>
    void act(
      async () => setReadBy((await office.http.retract(fact.id, why.draft.reason)).readBy),
      'Withdrawn.',
    ).then((isDone) => isDone && why.drop());
  return (
    <Dialog title={readBy === null ? 'Withdraw a fact' : 'Withdrawn'} onClose={onClose}>
      <p>{fact.text}</p>
      {readBy === null ? (
        <>
          <TextField
            label="Why"
            value={why.draft.reason}
            onChange={(reason) => why.set({ reason })}
            maxLength={limits.memoryReasonCharacters}
            autoFocus
          />
          <div className="row">
            <Button look="danger" isPending={busy} onPress={retract}>
              Withdraw
            </Button>
            <Discard of={why} onClose={onClose} />
          </div>
        </>
      ) : (
        <>
          <p className="muted">
            {readBy.length === 0 ? 'No run was shown it.' : 'These runs were shown it:'}
          </p>
          <ul>
            {readBy.map((id) => (
              <li key={id}>
                <a href={hrefTo(['runs', id])}>{id}</a>
              </li>
            ))}
          </ul>
          <div className="row">
            <Button look="primary" onPress={onClose} autoFocus>
              Done
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
