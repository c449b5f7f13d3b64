import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { defaultStage, retryStages } from '#protocol/rules/retry-stages.js';
import { toldPurpose } from '#protocol/rules/told-purpose.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { amountOf } from '../app/amounts.js';
import { notify, useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { ownName } from '../app/own-name.js';
import { goTo } from '../app/router.js';
import { leftAfter } from '../app/left-after.js';
import { useKeptText } from '../app/use-kept-text.js';
import { CeilingField } from '../start/ceiling-field.js';
import { ceilingProblem } from '../start/ceiling-rules.js';
import { CeilingWarning } from '../start/ceiling-warning.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Select, TextField } from '../ui/fields.js';
import { useLoaded } from '../ui/use-loaded.js';
import { stagesToRetry } from './run-deeds.js';
import type { RunView } from './run-view.js';
import { stageWord } from './stages-done.js';
import { changingTurns } from './turn-changes.js';
import { useNameOf } from './use-name-of.js';
import { wordsKey } from './words-key.js';
import { DeliverDialog } from './review/deliver-dialog.js';

/** An action on a run that a person must confirm. */
export type RunQuestion = { readonly kind: 'deliver' } | AskedQuestion;

/** Questions that share one dialog, each with its own wording. */
type AskedQuestion =
  | { readonly kind: 'cancel' | 'continue' | 'redo' | 'discard' }
  | { readonly kind: 'retry'; readonly stageId?: string }
  | { readonly kind: 'revert'; readonly turnId?: string | undefined };

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
  readonly run: RunView;
  readonly children: ReactNode;
}) {
  const [question, setQuestion] = useState<RunQuestion | null>(null);
  // What ends late does not close what was opened since.
  const close = () => setQuestion((now) => (now === question ? null : now));
  return (
    <AskContext value={setQuestion}>
      {children}
      {question?.kind === 'deliver' && <DeliverDialog run={run} onClose={close} />}
      {question !== null && question.kind !== 'deliver' && (
        <Question run={run} question={question} onClose={close} />
      )}
    </AskContext>
  );
}

/** The reason why a retry cannot begin with a later stage. */
const worktreeGone = 'The files of the stages before it are gone with the worktree.';

interface Wording {
  readonly title: string;
  readonly about: string;
  /** Label of the text field; absent: no field. */
  readonly field?: string;
  readonly action: string;
}

const wordings: Readonly<Record<AskedQuestion['kind'], Wording>> = {
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
  redo: {
    title: 'Make the change again?',
    about:
      'The files are again as the run left them. Refused where changes of others would be lost.',
    action: 'Make it again',
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

function wordingOf(question: AskedQuestion): Wording {
  const isFromTurn = question.kind === 'revert' && question.turnId !== undefined;
  return isFromTurn ? fromTurn : wordings[question.kind];
}

function Question({
  run,
  question,
  onClose,
}: {
  readonly run: RunView;
  readonly question: AskedQuestion;
  readonly onClose: () => void;
}) {
  const [text, setText] = useKeptText(wordsKey(run.id));
  const [budget, setBudget] = useKeptText(`office-ceiling-${run.id}`);
  const usualUsd = useOfficeState((state) => state.budget.defaultRunUsd);
  const chosen = question.kind === 'retry' ? question.stageId : undefined;
  const possible = stagesToRetry(run);
  const usual = possible.find(({ id }) => id === defaultStage(run)?.id) ?? possible[0];
  const [stageId, setStageId] = useState(chosen ?? usual?.id ?? '');
  const isFromTurn = question.kind === 'revert' && question.turnId !== undefined;
  const [turnId, setTurnId] = useState(isFromTurn ? question.turnId : undefined);
  const { busy, act } = useAction();
  const chosenQuestion: AskedQuestion =
    question.kind === 'retry'
      ? { kind: 'retry', stageId }
      : isFromTurn
        ? { kind: 'revert', turnId }
        : question;
  const carryOut = useCarryOut(run, chosenQuestion, budget);
  const { title, about, field, action } = wordingOf(question);
  const words = text.trim();
  const refusal = useRefusal(run.id, chosenQuestion);
  const isDestructive = ['cancel', 'revert', 'discard'].includes(question.kind);
  // A canceled run can be retried and an undone change redone, but a discarded one is lost.
  const isBegunAt = field === undefined && question.kind !== 'discard';
  const take = () => {
    void act(() => carryOut(words)).then((isDone) => {
      if (!isDone) return;
      if (field !== undefined) {
        setText(leftAfter(text, ''));
        setBudget(leftAfter(budget, ''));
      }
      onClose();
    });
  };
  const stages = retryStages(run).map((stage) => {
    const isPossible = possible.includes(stage);
    const detail = isPossible ? stageWord(stage, run) : worktreeGone;
    return { id: stage.id, label: stage.spec.name, detail, isDisabled: !isPossible };
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">{about}</p>
      {field !== undefined && (
        <TextField label={field} value={text} onChange={setText} autoFocus rows={3} />
      )}
      {question.kind === 'continue' && (
        <>
          <CeilingField value={budget} onChange={setBudget} usualUsd={usualUsd} />
          {words !== '' && (
            <CeilingWarning
              brief={words}
              pipelineId={null}
              limitUsd={budget.trim() === '' ? usualUsd : amountOf(budget)}
              isFull={false}
              continues
            />
          )}
        </>
      )}
      {question.kind === 'retry' && (
        <Select label="Begin with" value={stageId} choices={stages} onChange={setStageId} />
      )}
      {question.kind === 'retry' && stageId === run.stages[0]?.id && (
        <CeilingWarning
          brief={run.brief}
          pipelineId={run.pipelineId}
          limitUsd={run.budget.limitUsd}
          isFull={run.full === true}
        />
      )}
      {isFromTurn && <TurnChoice run={run} turnId={turnId} onChange={setTurnId} />}
      {refusal !== null && <p className="notice">{toldWords(refusal)}</p>}
      <div className="row">
        {refusal === null && (
          <Button
            look={isDestructive ? 'danger' : 'primary'}
            autoFocus={isBegunAt}
            isPending={busy}
            isDisabled={field !== undefined && (words === '' || ceilingProblem(budget) !== null)}
            onPress={take}
          >
            {action}
          </Button>
        )}
        <Button look="quiet" onPress={onClose}>
          Leave it
        </Button>
      </div>
    </Dialog>
  );
}

/** The turn from which on changes are undone. */
function TurnChoice({
  run,
  turnId,
  onChange,
}: {
  readonly run: RunView;
  readonly turnId: string | undefined;
  readonly onChange: (turnId: string) => void;
}) {
  const nameOf = useNameOf(run.workspaceId);
  const choices = changingTurns(run.turns).map(({ id, employeeId, purpose, diff }) => ({
    id,
    label: `${nameOf(employeeId)} ${toldPurpose(purpose)}`,
    detail: (diff?.files ?? []).map(({ path }) => path).join(', '),
  }));
  return <Select label="From" value={turnId ?? ''} choices={choices} onChange={onChange} />;
}

/** Why the service would refuse the action, asked before it is confirmed; null: it would not. */
function useRefusal(runId: string, question: AskedQuestion): string | null {
  const office = useOffice();
  const { kind } = question;
  const isAsked = kind === 'redo' || kind === 'discard' || kind === 'revert';
  const turnId = kind === 'revert' ? question.turnId : undefined;
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (!isAsked) return null;
      const { refusals } = await office.http.changeActions(runId, { signal, turnId });
      return { turnId, refusals };
    },
    [office, runId, isAsked, turnId],
  );
  const { value } = useLoaded(load);
  // What was answered for another turn does not count.
  return isAsked && value?.turnId === turnId ? (value?.refusals[kind] ?? null) : null;
}

/** Carries out the confirmed action with the person's text; rejects with the service's refusal. */
function useCarryOut(
  run: RunView,
  question: AskedQuestion,
  budget: string,
): (words: string) => Promise<void> {
  const office = useOffice();
  const { id, workspaceId } = run;
  const by = ownName();
  return async (words) => {
    switch (question.kind) {
      case 'cancel':
        await office.cancel(id);
        return;
      case 'continue': {
        const ceiling = budget.trim() === '' ? {} : { budgetUsd: amountOf(budget) };
        const follow = { brief: words, workspaceId, continues: id, ...ceiling };
        return goTo(['runs', (await office.http.submit(follow)).id]);
      }
      case 'retry': {
        const stage = question.stageId === undefined ? {} : { stage: question.stageId };
        return goTo(['runs', (await office.retry(id, stage)).id]);
      }
      case 'revert': {
        const turn = question.turnId === undefined ? {} : { turnId: question.turnId };
        return notify(await office.revertRun(id, { ...turn, by }));
      }
      case 'redo':
        return notify(await office.redoRun(id, { by }));
      case 'discard':
        return notify(await office.discardRun(id, { by }));
    }
  };
}
