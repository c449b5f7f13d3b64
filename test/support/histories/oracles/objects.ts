import {
  entriesOf,
  type HistoryEntry,
  type Message,
  type Operation,
  type OperationOf,
  operationsOf,
} from '../history.js';
import { linearize, type Model, type Timed } from '../linearizable.js';
import { approvalModel, type ApprovalOperation } from '../models/approval-model.js';
import {
  type FirstFloors,
  floorKinds,
  type FloorOperation,
  floorsModel,
  unexplainedFloors,
} from '../models/floors-model.js';
import { settingsModel } from '../models/settings-model.js';
import type { Problem } from './problem.js';

/** Approvals, settings and floors answer as if operations came one after another. */
export function objectProblems(
  history: readonly HistoryEntry[],
  first: FirstFloors,
): readonly Problem[] {
  return [
    ...approvalProblems(history),
    ...problemsOf('settings', settingsModel, settingsOperations(history)),
    ...floorProblems(history, first),
  ];
}

function settingsOperations(
  history: readonly HistoryEntry[],
): readonly (OperationOf<'settings.write'> | OperationOf<'settings.read'>)[] {
  return [...operationsOf(history, 'settings.write'), ...operationsOf(history, 'settings.read')];
}

function floorProblems(history: readonly HistoryEntry[], first: FirstFloors): readonly Problem[] {
  const operations = floorKinds.flatMap(
    (kind) => operationsOf(history, kind) as readonly FloorOperation[],
  );
  const unexplained = unexplainedFloors(first, operations);
  return problemsOf('floors', floorsModel(first, unexplained), operations);
}

function approvalProblems(history: readonly HistoryEntry[]): readonly Problem[] {
  const answers = [...operationsOf(history, 'approve'), ...operationsOf(history, 'approval.read')];
  const byApproval = Map.groupBy(answers, ({ input }) => input.approval);
  const told = Map.groupBy(entriesOf(history, 'message'), ({ approval }) => approval?.id);
  return [...byApproval].flatMap(([id, operations]) => {
    const messages = told.get(id) ?? [];
    const items = messages.find(({ approval }) => approval?.items !== undefined)?.approval?.items;
    const all = [...operations, ...answersOfOffice(id, messages)];
    return problemsOf(`approval ${id}`, approvalModel(id, items), all);
  });
}

/** Timeouts, cancellations and ends decide as well: at any time before they are told. */
function answersOfOffice(id: string, messages: readonly Message[]): readonly ApprovalOperation[] {
  const decided = messages.find(
    ({ approval }) =>
      approval !== undefined && approval.status !== 'pending' && approval.by !== 'person',
  );
  if (decided?.approval === undefined) return [];
  return [
    {
      entry: 'operation',
      client: 'office',
      replica: 'office',
      kind: 'approve',
      input: { approval: id, approved: decided.approval.status === 'approved' },
      invoked: 0,
      answered: decided.order,
      answer: { ok: true, value: { status: decided.approval.status } },
    },
  ];
}

function problemsOf<S, O extends Timed & Operation>(
  about: string,
  model: Model<S, O>,
  operations: readonly O[],
): readonly Problem[] {
  const verdict = linearize(model, operations);
  if (verdict.is === 'linearizable') return [];
  if (verdict.is === 'undecided') {
    const message = 'too many orders of its operations are possible to try them all';
    return [{ oracle: 'objects', about, message }];
  }
  const stuck = `no order of its operations explains these answers: ${allTold(verdict.stuck)}`;
  const others = onFloorsOf(verdict.stuck, operations);
  const message = others.length === 0 ? stuck : `${stuck}\nof these floors: ${allTold(others)}`;
  return [{ oracle: 'objects', about, message }];
}

function allTold(operations: readonly Operation[]): string {
  return operations.map(told).join('; ');
}

/** The operations that name a floor that these name, in the order in which they were asked. */
function onFloorsOf<O extends Operation>(stuck: readonly O[], all: readonly O[]): readonly O[] {
  const floors = new Set(stuck.map(floorOf).filter((floor) => floor !== undefined));
  return all
    .filter((operation) => floors.has(floorOf(operation) ?? ''))
    .toSorted((one, other) => one.invoked - other.invoked);
}

function floorOf({ input, answer }: Operation): string | undefined {
  if ('floor' in input) return input.floor;
  return answer?.ok === true && 'floor' in answer.value ? answer.value.floor : undefined;
}

function told({ client, replica, kind, input, answer, invoked, answered }: Operation): string {
  const outcome =
    answer === null ? 'no answer' : JSON.stringify(answer.ok ? answer.value : answer.error);
  return `${client} at ${replica} ${kind} ${JSON.stringify(input)} (${invoked} to ${answered ?? 'never'}): ${outcome}`;
}
