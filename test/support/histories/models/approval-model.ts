import { runTexts } from '#protocol/texts/runs.js';
import type { AnsweredApproval, OperationOf } from '../history.js';
import type { Model } from '../linearizable.js';

/** Somebody answers an approval, or reads it. */
export type ApprovalOperation = OperationOf<'approve'> | OperationOf<'approval.read'>;

interface State {
  readonly status: AnsweredApproval['status'];
  readonly answers: Readonly<Record<string, boolean>>;
}

/**
 * A question that is decided once, with as many items: each is answered once, the last answer
 * decides, and any yes approves.
 * @param items ids of the calls it asks for together; none: it is a single question
 */
export function approvalModel(
  id: string,
  items: readonly string[] = [],
): Model<State, ApprovalOperation> {
  const answeredBy = (state: State, { input }: OperationOf<'approve'>): State => {
    if (items.length === 0) {
      return input.approved === null ? state : decided(input.approved, state.answers);
    }
    const open = items.filter((item) => state.answers[item] === undefined);
    const given = open.flatMap((item) => {
      const answer = input.items?.[item] ?? input.approved;
      return answer === null ? [] : [[item, answer] as const];
    });
    const answers = { ...state.answers, ...Object.fromEntries(given) };
    if (items.some((item) => answers[item] === undefined)) return { status: 'pending', answers };
    return decided(Object.values(answers).includes(true), answers);
  };

  const refusalOf = (state: State, { input }: OperationOf<'approve'>): string | null => {
    if (state.status !== 'pending') return runTexts.approvalNotPending(id);
    for (const item of Object.keys(input.items ?? {})) {
      if (!items.includes(item)) return runTexts.approvalNoItem(id, item);
      if (state.answers[item] !== undefined) return runTexts.approvalItemDecided(id, item);
    }
    return null;
  };

  const approve = (state: State, operation: OperationOf<'approve'>): readonly State[] => {
    const { answer } = operation;
    const refusal = refusalOf(state, operation);
    if (refusal !== null) {
      return answer === null || (!answer.ok && answer.error === refusal) ? [state] : [];
    }
    const after = answeredBy(state, operation);
    return answer === null || (answer.ok && says(answer.value, after)) ? [after] : [];
  };

  return {
    initial: { status: 'pending', answers: {} },
    step: (state, operation) => {
      if (operation.kind === 'approve') return approve(state, operation);
      const { answer } = operation;
      return answer === null || (answer.ok && says(answer.value, state)) ? [state] : [];
    },
    keyOf: ({ status, answers }) => `${status} ${JSON.stringify(Object.entries(answers).sort())}`,
  };
}

function decided(approved: boolean, answers: State['answers']): State {
  return { status: approved ? 'approved' : 'rejected', answers };
}

function says({ status, items }: AnsweredApproval, state: State): boolean {
  if (status !== state.status) return false;
  if (items === undefined) return true;
  const names = new Set([...Object.keys(items), ...Object.keys(state.answers)]);
  return [...names].every((item) => items[item] === state.answers[item]);
}
