import { healthTexts } from '../../protocol/texts/process.js';

/**
 * How far the process is between its start and its end, as far as its traffic is concerned. Made
 * before the application, since the probes answer while that is being made.
 */
export class Readiness {
  private stage: string | null = healthTexts.starting;
  private draining = false;
  private readonly problemSources: (() => Promise<string | null>)[] = [];

  /** Why the process takes no traffic, in the words of `/readyz`; null when it does. */
  get unavailableReason(): string | null {
    return this.draining ? healthTexts.closing : this.stage;
  }

  /** What does not work here, though the process takes traffic. */
  async problems(): Promise<readonly string[]> {
    const problems = await Promise.all(this.problemSources.map((source) => source()));
    return problems.filter((problem) => problem !== null);
  }

  /** Asked by each probe for one of the `problems`; null: there is none. */
  addProblemSource(source: () => Promise<string | null>): void {
    this.problemSources.push(source);
  }

  /** The current stage of the boot. */
  boots(stage: string): void {
    this.stage = stage;
  }

  /** The port is open and everything behind it works. */
  serves(): void {
    this.stage = null;
  }

  /** Final: the process stays not ready. */
  drains(): void {
    this.draining = true;
  }
}
