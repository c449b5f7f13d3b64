import { stageOf } from './step-keys.js';

/** No key of a call: a stage whose first call is over. */
const over = '';

/**
 * The first model call of each stage, in this life of the process or an earlier one: it alone may pass
 * what is left of the ceiling. A call that was cut off and is made again is still the same call.
 */
export class FirstCalls {
  private readonly byStage = new Map<string, string>();

  /** @param turns keys of settled turns; @param calls keys of calls of turns that are not, oldest first */
  constructor(turns: readonly string[] = [], calls: readonly string[] = []) {
    for (const key of turns) this.byStage.set(stageOf(key), over);
    for (const key of calls) this.note(key);
  }

  isFirst(key: string): boolean {
    return (this.byStage.get(stageOf(key)) ?? key) === key;
  }

  /** The call is made. */
  note(key: string): void {
    const stage = stageOf(key);
    if (!this.byStage.has(stage)) this.byStage.set(stage, key);
  }
}
