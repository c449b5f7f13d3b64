import { WebSocket } from 'ws';
import type { ServerEvent } from '../../src/protocol/events.js';
import { FrameReader } from './frame-reader.js';

/** A connection whose peer reads only when the test says so. */
export class SlowSocket {
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closeCode: number | undefined;
  isPaused = false;
  writes = 0;
  private readonly unread: { bytes: number; done: (failed: null) => void }[] = [];

  /** Like the underlying stream: a frame is header and text, and one write may have several. */
  write(bytes: Buffer, done: (failed: null) => void = () => undefined): void {
    this.writes += 1;
    this.sent.push(...textsOf(bytes));
    this.bufferedAmount += bytes.length;
    this.unread.push({ bytes: bytes.length, done });
  }

  close(code: number): void {
    this.closeCode = code;
    this.readyState = WebSocket.CLOSING;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  ping(): void {
    // A control frame has no bytes here.
  }

  readAll(): void {
    this.read(this.unread.length);
  }

  /** Reads the oldest frames; their bytes are gone before the callbacks run, as in Node. */
  read(frames: number): void {
    const left = this.unread.splice(0, frames);
    for (const { bytes } of left) this.bufferedAmount -= bytes;
    for (const { done } of left) done(null);
  }

  /** Frames sent since the last call, by type and number. */
  take(): string[] {
    return this.sent
      .splice(0)
      .map((text) => JSON.parse(text) as ServerEvent)
      .map(({ type, seq }) => (seq === undefined ? type : `${type} ${seq}`));
  }
}

/** Texts of consecutive frames. */
function textsOf(bytes: Buffer): string[] {
  const texts: string[] = [];
  const reader = new FrameReader(Infinity, ({ payload }) => texts.push(payload.toString()));
  reader.read(bytes);
  return texts;
}
