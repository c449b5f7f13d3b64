import type { ModelCall } from './model-call.js';

type Listeners = Pick<ModelCall, 'onDelta' | 'onReasoning' | 'isAgain'>;

/**
 * Joins the streams of a call's routes. The first output of a route is preceded by a restart if an
 * earlier route, or an earlier attempt at the call, had streamed.
 */
export class RestartingStream {
  private hasOutput: boolean;
  private isStale = false;

  constructor(private readonly listeners: Listeners) {
    this.hasOutput = listeners.isAgain === true;
  }

  /** Starts a new route. */
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

  /** Voids the output of broken routes; for an answer without text. */
  restart(): void {
    if (this.isStale) this.delta('');
  }

  private noteOutput(): void {
    this.hasOutput = true;
    this.isStale = false;
  }
}
