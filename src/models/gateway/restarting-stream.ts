import type { ModelCall } from './model-call.js';

type Listeners = Pick<ModelCall, 'onDelta' | 'onReasoning' | 'isAgain'>;

/**
 * What the routes of one call stream, one route after the other. The first output of a route that
 * follows one which had streamed, in an earlier attempt at the call too, is preceded by a restart.
 */
export class RestartingStream {
  private hasOutput: boolean;
  private isStale = false;

  constructor(private readonly listeners: Listeners) {
    this.hasOutput = listeners.isAgain === true;
  }

  /** A new route begins. */
  begin(): void {
    this.isStale = this.hasOutput;
  }

  readonly delta = (text: string): void => {
    const isRestart = this.isStale;
    this.noteOutput();
    if (isRestart) this.listeners.onDelta?.(text, true);
    else this.listeners.onDelta?.(text);
  };

  readonly reasoning = (text: string): void => {
    this.restart();
    this.noteOutput();
    this.listeners.onReasoning?.(text);
  };

  /** Takes back what broken routes streamed; for an answer that came without any text. */
  restart(): void {
    if (this.isStale) this.delta('');
  }

  private noteOutput(): void {
    this.hasOutput = true;
    this.isStale = false;
  }
}
