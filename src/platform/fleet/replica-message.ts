import type { ServerEvent } from '../../protocol/events.js';
import type { CommittedEvent } from '../events/drafts.js';
import { restore, serialize } from '../events/serialize.js';

/** One piece of news between replicas. */
export type ReplicaNews =
  /** Events that the replica committed, or knows of. */
  | { readonly kind: 'events'; readonly events: readonly CommittedEvent[] }
  /** A streamed piece, sent after the event of this number was delivered. */
  | { readonly kind: 'piece'; readonly after: number; readonly piece: ServerEvent }
  /** The number of the last event that the replica knows. */
  | { readonly kind: 'number'; readonly last: number };

/** A message on the wire: its sender, and lines in order. */
interface ReplicaMessage {
  readonly from: string;
  readonly news: readonly ReplicaNews[];
}

/** JSON has no raw line breaks, so each item is one line. */
const lineEnd = '\n';

export const eventLine = (event: CommittedEvent): string => `e${serialize(event)}`;

export const pieceLine = (piece: ServerEvent, after: number): string =>
  `p${after} ${serialize(piece)}`;

export const numberLine = (last: number): string => `n${last}`;

/** @param from an id without line breaks */
export function writeMessage(from: string, lines: readonly string[]): string {
  return [from, ...lines].join(lineEnd);
}

/** The sender, without parsing the rest. */
export function senderOf(text: string): string {
  const end = text.indexOf(lineEnd);
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Parses a message; consecutive events are joined. Lines of a kind unknown to this version are left
 * out. @throws Error if the text is not a replica's message
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

/** Lines per message, so that no reader is busy for long. */
const linesAtOnce = 200;
const bytesAtOnce = 512 * 1024;
/** Characters waiting; beyond it streamed text is dropped, and then everything. */
const mostPieces = 512 * 1024;
const mostOfAll = 8 * 1024 * 1024;

/**
 * Outgoing lines, in order and bounded. Dropped events are not lost: they are in the log, and
 * `takeGap` tells the others to read it.
 */
export class OutgoingLines {
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

  /** Drops all waiting lines; committed events among them are read from the log. */
  leaveToLog(): void {
    this.lines = [];
    this.size = 0;
    this.gap = true;
  }

  /** True if events were dropped since the last call. */
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
