import { useState } from 'react';
import type { Run } from '../../../src/protocol/records/work.js';
import { useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { offers, offersFollowUp, sendOffered } from '../app/offered.js';
import { goTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/fields.js';
import { isOver } from './run-status.js';

type Question = 'cancel' | 'steer' | 'continue' | 'revert' | 'deliver';

/** What can be done with a run; what the service does not offer is not shown. */
export function RunControls({ run }: { readonly run: Run }) {
  const office = useOffice();
  const [asked, setAsked] = useState<Question | null>(null);
  const { busy, act } = useAction();
  const over = isOver(run.status);
  return (
    <>
      {!over && offers('steerRun') && (
        <Button onPress={() => setAsked('steer')}>Give an instruction</Button>
      )}
      {!over && (
        <Button look="danger" isDisabled={busy} onPress={() => setAsked('cancel')}>
          Cancel the run
        </Button>
      )}
      {over && offers('retryRun') && (
        <Button onPress={() => void act(() => sendOffered(office, 'retryRun', { runId: run.id }))}>
          Try again
        </Button>
      )}
      {over && offersFollowUp && (
        <Button look="primary" onPress={() => setAsked('continue')}>
          Continue
        </Button>
      )}
      {over && offers('deliverRun') && (
        <Button onPress={() => setAsked('deliver')}>Put on a branch</Button>
      )}
      {over && offers('revertRun') && (
        <Button look="danger" onPress={() => setAsked('revert')}>
          Undo the change
        </Button>
      )}
      {asked !== null && <Ask run={run} question={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const questions: Readonly<
  Record<Question, { title: string; about: string; field?: string; action: string }>
> = {
  cancel: {
    title: 'Cancel this run?',
    about: 'Turns at work are stopped. What was written stays, and so does what was spent.',
    action: 'Cancel the run',
  },
  steer: {
    title: 'Give an instruction',
    about: 'Every employee sees it from the next call on; it becomes part of the record.',
    field: 'Instruction',
    action: 'Give it',
  },
  continue: {
    title: 'Continue with a follow-up',
    about: 'A new run, which knows the brief, the report and the change of this one.',
    field: 'What next?',
    action: 'Hand it in',
  },
  revert: {
    title: 'Undo the change of this run?',
    about:
      'The folder is put back to before the run. Refused where changes of others would be lost.',
    action: 'Undo',
  },
  deliver: {
    title: 'Put the change on a branch',
    about: 'One commit for each turn, in the names of the employees.',
    field: 'Branch',
    action: 'Make the branch',
  },
};

function Ask({
  run,
  question,
  onClose,
}: {
  readonly run: Run;
  readonly question: Question;
  readonly onClose: () => void;
}) {
  const office = useOffice();
  const [text, setText] = useState('');
  const { busy, act } = useAction();
  const { title, about, field, action } = questions[question];
  const words = text.trim();
  const runId = run.id;
  const does: Readonly<Record<Question, () => unknown>> = {
    cancel: () => office.cancel(runId),
    steer: () => sendOffered(office, 'steerRun', { runId, text: words }),
    revert: () => sendOffered(office, 'revertRun', { runId }),
    deliver: () => sendOffered(office, 'deliverRun', { runId, branch: words }),
    continue: async () => {
      const follow = { brief: words, workspaceId: run.workspaceId, continues: runId };
      goTo(['runs', (await office.http.submit(follow)).id]);
    },
  };
  const take = () => void act(does[question]).then((isDone) => isDone && onClose());
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">{about}</p>
      {field !== undefined && (
        <TextField label={field} value={text} onChange={setText} rows={3} autoFocus />
      )}
      <div className="row">
        <Button
          look={field === undefined ? 'danger' : 'primary'}
          isDisabled={busy || (field !== undefined && words === '')}
          onPress={take}
        >
          {action}
        </Button>
        <Button look="quiet" onPress={onClose}>
          Leave it
        </Button>
      </div>
    </Dialog>
  );
}
