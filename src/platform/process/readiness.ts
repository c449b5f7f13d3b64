import { healthTexts } from '../../protocol/texts/process.js';

/**
 * The stage of the process between start and end, as far as traffic is concerned. Made before the
 * application, because probes are answered during boot.
 */
export class Readiness {
  private stage: string | null = healthTexts.starting;
  private draining = false;
  private readonly problemSources: (() => Promise<string | null>)[] = [];

  /** Why the process takes no traffic, in the words of `/readyz`; null if it does. */
  get unavailableReason(): string | null {
    return this.draining ? healthTexts.closing : this.stage;
  }

  /** Problems of a process that does take traffic. */
  async problems(): Promise<readonly string[]> {
    const problems = await Promise.all(this.problemSources.map((source) => source()));
    return problems.filter((problem) => problem !== null);
  }

  /** Adds a source of `problems`, called by each probe; null: no problem. */
  addProblemSource(source: () => Promise<string | null>): void {
    this.problemSources.push(source);
  }

  /** Sets the stage of the boot. */
  boots(stage: string): void {
    this.stage = stage;
  }

  /** The port is open and everything behind it is ready. */
  serves(): void {
    this.stage = null;
  }

  /** Final: the process stays not ready. */
  drains(): void {
    this.draining = true;
  }
}
