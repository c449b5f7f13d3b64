import { createContext, useContext, useState, type ReactNode } from 'react';
import type { Run } from '#protocol/records/work.js';
import { defaultStage, retryStages } from '#protocol/rules/retry-stages.js';
import { notify, useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { goTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Select, TextField } from '../ui/fields.js';

/** An action on a run that a person must confirm. */
export type RunQuestion =
  | { readonly kind: 'cancel' | 'continue' | 'deliver' | 'merge' | 'discard' }
  | { readonly kind: 'retry'; readonly stageId?: string }
  | { readonly kind: 'revert'; readonly turnId?: string };

const AskContext = createContext<(question: RunQuestion) => void>(() => undefined);

/** Opens a question about the shown run. */
export function useAskAboutRun(): (question: RunQuestion) => void {
  return useContext(AskContext);
}

/** Provides `useAskAboutRun` and shows the open question. */
export function RunQuestions({
  run,
  children,
}: {
  readonly run: Run;
  readonly children: ReactNode;
}) {
  const [question, setQuestion] = useState<RunQuestion | null>(null);
  return (
    <AskContext value={setQuestion}>
      {children}
      {question !== null && (
        <Question run={run} question={question} onClose={() => setQuestion(null)} />
      )}
    </AskContext>
  );
}

interface Wording {
  readonly title: string;
  readonly about: string;
  /** Label of the text field; absent: no field. */
  readonly field?: string;
  readonly action: string;
}

const wordings: Readonly<Record<RunQuestion['kind'], Wording>> = {
  cancel: {
    title: 'Cancel this run?',
    about: 'Turns at work are stopped. What was written stays, and so does what was spent.',
    action: 'Cancel the run',
  },
  continue: {
    title: 'Continue with a follow-up',
    about: 'A new run, which knows the brief, the report and the change of this one.',
    field: 'What next?',
    action: 'Hand it in',
  },
  retry: {
    title: 'Try again',
    about: 'A new run, which takes over the results of all stages before the chosen one.',
    action: 'Try again',
  },
  revert: {
    title: 'Undo the change of this run?',
    about:
      'The folder is put back to before the run. Refused where changes of others would be lost.',
    action: 'Undo',
  },
  deliver: {
    title: 'Put the change on a branch',
    about:
      'One commit for each turn, in the names of the employees. You are asked before it is made, where the office asks about commands.',
    field: 'Branch',
    action: 'Make the branch',
  },
  merge: {
    title: 'Merge the change into the folder?',
    about:
      'All that was done in the worktree of this run goes into the folder of the floor, beside what was done there meanwhile, and the worktree is removed. Refused where people changed the same places.',
    action: 'Merge',
  },
  discard: {
    title: 'Discard the change of this run?',
    about: 'Its worktree is removed, with everything in it that was not delivered.',
    action: 'Discard',
  },
};

const fromTurn: Wording = {
  title: 'Undo from this turn on?',
  about:
    'The folder is put back to before this turn: its changes and those of all later turns go. Refused where changes of others would be lost.',
  action: 'Undo',
};

function wordingOf(question: RunQuestion): Wording {
  const isFromTurn = question.kind === 'revert' && question.turnId !== undefined;
  return isFromTurn ? fromTurn : wordings[question.kind];
}

function Question({
  run,
  question,
  onClose,
}: {
  readonly run: Run;
  readonly question: RunQuestion;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  const chosen = question.kind === 'retry' ? question.stageId : undefined;
  const [stageId, setStageId] = useState(chosen ?? defaultStage(run)?.id ?? '');
  const { busy, act } = useAction();
  const carryOut = useCarryOut(
    run,
    question.kind === 'retry' ? { kind: 'retry', stageId } : question,
  );
  const { title, about, field, action } = wordingOf(question);
  const words = text.trim();
  const isDestructive = ['cancel', 'revert', 'discard'].includes(question.kind);
  const take = () => {
    const ended = act(() => carryOut(words));
    // Creating a branch may need an approval, which must be reachable.
    if (question.kind === 'deliver') onClose();
    else void ended.then((isDone) => isDone && onClose());
  };
  const stages = retryStages(run).map(({ id, spec, status }) => ({
    id,
    label: spec.name,
    detail: status,
  }));
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">{about}</p>
      {field !== undefined && (
        <TextField
          label={field}
          value={text}
          onChange={setText}
          autoFocus
          {...(question.kind !== 'deliver' && { rows: 3 })}
        />
      )}
      {question.kind === 'retry' && (
        <Select label="Begin with" value={stageId} choices={stages} onChange={setStageId} />
      )}
      <div className="row">
        <Button
          look={isDestructive ? 'danger' : 'primary'}
          isPending={busy}
          isDisabled={field !== undefined && words === ''}
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

/** Carries out the confirmed action with the person's text; rejects with the service's refusal. */
function useCarryOut(run: Run, question: RunQuestion): (words: string) => Promise<void> {
  const office = useOffice();
  const { id, workspaceId } = run;
  return async (words) => {
    switch (question.kind) {
      case 'cancel':
        await office.cancel(id);
        return;
      case 'continue': {
        const follow = { brief: words, workspaceId, continues: id };
        return goTo(['runs', (await office.http.submit(follow)).id]);
      }
      case 'retry': {
        const stage = question.stageId === undefined ? {} : { stage: question.stageId };
        return goTo(['runs', (await office.retry(id, stage)).id]);
      }
      case 'revert': {
        const turn = question.turnId === undefined ? {} : { turnId: question.turnId };
        return notify(await office.revertRun(id, turn));
      }
      case 'deliver':
        return notify(await office.deliverRun(id, words));
      case 'merge':
        return notify(await office.mergeRun(id));
      case 'discard':
        return notify(await office.discardRun(id));
    }
  };
}
