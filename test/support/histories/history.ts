import type { ApprovalStatus, RunStatus, ToolCallStatus } from '#protocol/records/enums.js';
import type { OfficeSettings } from '#protocol/records/office.js';

/**
 * What an office did, as seen from outside. `order` and its siblings are places in the one order in
 * which a recorder saw things; they are no times.
 */
export type HistoryEntry =
  | Operation
  | Connected
  | Message
  | ShownState
  | ProviderCall
  | ToolEffect
  | ToolReport
  | Lease
  | Work
  | RunRecord
  | ApprovalRecord;

/** What operations are given and what a success answers, by their kind. */
export interface OperationKinds {
  submit: { readonly input: { readonly brief: string }; readonly value: { readonly run: string } };
  approve: { readonly input: ApproveInput; readonly value: AnsweredApproval };
  /** What a record or a list of the office says of an approval. */
  'approval.read': {
    readonly input: { readonly approval: string };
    readonly value: AnsweredApproval;
  };
  'settings.write': { readonly input: { readonly patch: Settings }; readonly value: Settings };
  'settings.read': { readonly input: object; readonly value: Settings };
  'floor.open': { readonly input: { readonly name: string }; readonly value: NamedFloor };
  /** Without an id: the floor that is shown. */
  'floor.rename': {
    readonly input: { readonly floor?: string; readonly name: string };
    readonly value: NamedFloor;
  };
  'floor.close': { readonly input: { readonly floor: string }; readonly value: object };
  'floor.select': { readonly input: { readonly floor: string }; readonly value: object };
  'floor.read': { readonly input: object; readonly value: ShownFloors };
}

export type OperationKind = keyof OperationKinds;

/** Any part of the settings; a read may leave out what nobody asks. */
export type Settings = Partial<OfficeSettings>;

export interface ApproveInput {
  readonly approval: string;
  /** Null: what is not named in `items` stays open. */
  readonly approved: boolean | null;
  readonly items?: Readonly<Record<string, boolean>>;
}

export interface AnsweredApproval {
  readonly status: ApprovalStatus;
  /** Answers of its items so far; absent: it has none. */
  readonly items?: Readonly<Record<string, boolean>>;
}

export interface NamedFloor {
  readonly floor: string;
  readonly name: string;
}

export interface ShownFloors {
  readonly floors: readonly NamedFloor[];
  /** The floor that is shown; absent: the answer does not tell. */
  readonly active?: string;
}

type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** What one client asked of the office. */
export interface OperationOf<K extends OperationKind> {
  readonly entry: 'operation';
  readonly client: string;
  /** The process that was asked. */
  readonly replica: string;
  readonly kind: K;
  readonly input: OperationKinds[K]['input'];
  readonly invoked: number;
  /** Null: no answer came, so it may have taken effect or not, also later. */
  readonly answered: number | null;
  readonly answer: Answer<OperationKinds[K]['value']> | null;
  /**
   * A read of what a replica shows, which may lag behind others; it never goes back, and holds what
   * the replica itself has answered.
   */
  readonly shown?: true;
}

export type Operation = { [K in OperationKind]: OperationOf<K> }[OperationKind];

/** A socket of a client has been greeted. */
export interface Connected {
  readonly entry: 'connected';
  readonly order: number;
  readonly client: string;
  /** Counts the sockets of the client. */
  readonly connection: number;
  /** The number that the client gave to come back; null: it gave none. */
  readonly since: number | null;
  /** Number of the hello. */
  readonly seq: number;
  /** Nothing was replayed, since the number is no longer kept: the client took the whole state. */
  readonly skipped?: true;
}

/** A frame that a client got. */
export interface Message {
  readonly entry: 'message';
  readonly order: number;
  readonly client: string;
  readonly connection: number;
  readonly type: string;
  /** Null: the event is not stored. */
  readonly seq: number | null;
  /** Of an event of one approval. */
  readonly approval?: { readonly id: string; readonly items?: readonly string[] } & (
    | { readonly status: 'pending' }
    | { readonly status: 'approved' | 'rejected'; readonly by: string }
  );
  /** Of an event of one run, with the status where it tells it. */
  readonly run?: { readonly id: string; readonly status?: RunStatus };
  /** Of an event of one turn. */
  readonly turn?: string;
}

/** A client compared its state, made of events, with that of the service at the same number. */
export interface ShownState {
  readonly entry: 'state';
  readonly order: number;
  readonly client: string;
  /** The last number of the client; what it was not sent by then says nothing of its state. */
  readonly after: number;
  /** Number of the service's state. */
  readonly seq: number;
  /** Parts of the state that differed. */
  readonly different: readonly string[];
}

/** A call as the provider bills it. */
export interface ProviderCall {
  readonly entry: 'provider';
  readonly order: number;
  readonly run: string;
  /** The same for the same request. */
  readonly call: string;
  readonly costUsd: number;
  /**
   * Whether the office has the answer; if not, the call was cut off, or nobody knows what became of
   * it.
   */
  readonly received: boolean;
  /** What the office may book for a call that was cut off: at most what it had reserved. */
  readonly mostUsd: number;
}

/** Something that a tool did outside of the office, seen once for each time. */
export interface ToolEffect {
  readonly entry: 'effect';
  readonly order: number;
  readonly run: string;
  readonly call: string;
}

/** How a run's records say that a tool call ended. */
export interface ToolReport {
  readonly entry: 'tool';
  readonly order: number;
  readonly run: string;
  readonly call: string;
  readonly status: Exclude<ToolCallStatus, 'running'> | 'unknown';
}

/** Who holds a run, as found when somebody looked. */
export interface Lease {
  readonly entry: 'lease';
  readonly order: number;
  readonly run: string;
  /** Null: nobody. */
  readonly owner: string | null;
  readonly fence: number;
}

/** Work on a run that took effect. */
export interface Work {
  readonly entry: 'work';
  readonly order: number;
  readonly run: string;
  readonly owner: string;
  /** Absent: nobody could see it. */
  readonly fence?: number;
}

/** A run as its record is in the end. */
export interface RunRecord {
  readonly entry: 'run';
  readonly order: number;
  readonly run: string;
  readonly brief: string;
  readonly status: RunStatus;
  readonly limitUsd: number;
  readonly spentUsd: number;
  /** The dearest smallest answer of the run, by which it may pass its ceiling (docs/money.md). */
  readonly smallestUsd: number;
  /** Ids of its turns. */
  readonly turns: readonly string[];
}

/** An approval as its record is in the end. */
export interface ApprovalRecord {
  readonly entry: 'approval';
  readonly order: number;
  readonly run: string;
  readonly approval: string;
  readonly status: ApprovalStatus;
  /** Who decided it; absent: it is open. */
  readonly by?: string;
}

/** One line for each entry, the same for equal histories. */
export function historyText(history: readonly HistoryEntry[]): string {
  return history.map((entry) => `${JSON.stringify(inOrder(entry))}\n`).join('');
}

export function historyOf(text: string): readonly HistoryEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HistoryEntry);
}

/** With the fields of all objects in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
}

/** The entries of one sort, in order. */
export function entriesOf<E extends HistoryEntry['entry']>(
  history: readonly HistoryEntry[],
  sort: E,
): readonly Extract<HistoryEntry, { entry: E }>[] {
  return history.filter(
    (entry): entry is Extract<HistoryEntry, { entry: E }> => entry.entry === sort,
  );
}

/** The operations of these kinds, in the order of their beginnings. */
export function operationsOf<K extends OperationKind>(
  history: readonly HistoryEntry[],
  ...kinds: readonly K[]
): readonly OperationOf<K>[] {
  const all: readonly Operation[] = entriesOf(history, 'operation');
  return all
    .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
    .toSorted(
      (one, other) => one.invoked - other.invoked,
    ) as readonly unknown[] as readonly OperationOf<K>[];
}
