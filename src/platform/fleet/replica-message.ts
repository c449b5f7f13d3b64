import type { ServerEvent } from '../../protocol/events.js';
import type { CommittedEvent } from '../events/drafts.js';
import { restore, serialize } from '../events/serialize.js';

/** One thing that a replica tells the others. */
export type ReplicaNews =
  /** It committed these, or knows of them. */
  | { readonly kind: 'events'; readonly events: readonly CommittedEvent[] }
  /** It streams this, after having delivered the event of that number. */
  | { readonly kind: 'piece'; readonly after: number; readonly piece: ServerEvent }
  /** The number of the last event that it knows of. */
  | { readonly kind: 'number'; readonly last: number };

/** What goes over the wire at once: who says it, and lines in order. */
interface ReplicaMessage {
  readonly from: string;
  readonly news: readonly ReplicaNews[];
}

/** JSON has no raw line breaks, so each thing said is one line. */
const lineEnd = '\n';

export const eventLine = (event: CommittedEvent): string => `e${serialize(event)}`;

export const pieceLine = (piece: ServerEvent, after: number): string =>
  `p${after} ${serialize(piece)}`;

export const numberLine = (last: number): string => `n${last}`;

/** @param from an id without line breaks */
export function writeMessage(from: string, lines: readonly string[]): string {
  return [from, ...lines].join(lineEnd);
}

/** Who wrote it, without reading the rest. */
export function senderOf(text: string): string {
  const end = text.indexOf(lineEnd);
  return end === -1 ? text : text.slice(0, end);
}

/**
 * What a message says, events that follow one another together. Lines of a kind that this version
 * does not know are left out. @throws Error when it is no message of a replica
 */
export function readMessage(text: string): ReplicaMessage {
  const [from = '', ...lines] = text.split(lineEnd);
  const news: ReplicaNews[] = [];
  let events: CommittedEvent[] = [];
  for (const line of lines) {
    if (line.startsWith('e')) {
      events.push(readEvent(line.slice(1)));
      continue;
    }
    if (events.length > 0) news.push({ kind: 'events', events });
    events = [];
    if (line.startsWith('p')) news.push(readPiece(line.slice(1)));
    if (line.startsWith('n')) news.push({ kind: 'number', last: readNumber(line.slice(1)) });
  }
  if (events.length > 0) news.push({ kind: 'events', events });
  return { from, news };
}

function readEvent(text: string): CommittedEvent {
  const event = restore(text);
  readNumber(String(event.seq));
  if (typeof event.type !== 'string') throw new Error('an event without a type');
  return event;
}

function readPiece(text: string): ReplicaNews {
  const space = text.indexOf(' ');
  const after = readNumber(text.slice(0, space));
  const piece = JSON.parse(text.slice(space + 1)) as ServerEvent;
  if (piece.type !== 'turn.delta' && piece.type !== 'turn.reasoning') {
    throw new Error('a piece that is none of a turn');
  }
  return { kind: 'piece', after, piece };
}

function readNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error('a number that is none');
  return Number(text);
}

/** Lines of one message at most, so that nobody reads for long. */
const linesAtOnce = 200;
const bytesAtOnce = 512 * 1024;
/** More than this that waits, in characters: streamed text is left out, and then everything. */
const mostPieces = 512 * 1024;
const mostOfAll = 8 * 1024 * 1024;

/**
 * What waits to be told, in order and bounded. What is left out is not lost: committed events are in
 * the log, and `takeGap` says that the others have to read it.
 */
export class Outbox {
  private lines: string[] = [];
  private size = 0;
  private gap = false;

  get isEmpty(): boolean {
    return this.lines.length === 0 && !this.gap;
  }

  addPiece(line: string): void {
    if (this.size + line.length <= mostPieces) this.add(line);
  }

  addEvent(line: string): void {
    if (this.size + line.length > mostOfAll) this.leaveToLog();
    else this.add(line);
  }

  /** Committed events did not or will not get out; all that waits is thrown away. */
  leaveToLog(): void {
    this.lines = [];
    this.size = 0;
    this.gap = true;
  }

  /** Whether events have been left out since it was last asked. */
  takeGap(): boolean {
    const { gap } = this;
    this.gap = false;
    return gap;
  }

  /** The next lines for one message, oldest first. */
  take(): readonly string[] {
    let count = 0;
    let size = 0;
    for (const line of this.lines) {
      if (count > 0 && (count >= linesAtOnce || size + line.length > bytesAtOnce)) break;
      count += 1;
      size += line.length;
    }
    this.size -= size;
    return this.lines.splice(0, count);
  }

  private add(line: string): void {
    this.lines.push(line);
    this.size += line.length;
  }
}
