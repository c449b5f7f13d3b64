/** Least time between two changes, ms: two frames of sixty a second. */
const leastBetween = 25;

/**
 * Calls back at every other frame at most. Text that grows thirty times a second reads as smoothly,
 * and the frames between are left to animations and scrolling. Whatever changes does so in the same
 * frames.
 */
export class PacedFrames {
  /** Time of the last frame with a change, of any of them. */
  private static actedAt = -Infinity;
  private stopFrame: (() => void) | null = null;

  /** @param nextFrame calls back before the next frame with its time, and answers what cancels it */
  constructor(
    private readonly act: () => void,
    private readonly nextFrame: (act: (at: number) => void) => () => void,
  ) {}

  schedule(): void {
    this.stopFrame ??= this.nextFrame(this.frame);
  }

  stop(): void {
    this.stopFrame?.();
    this.stopFrame = null;
  }

  private readonly frame = (at: number): void => {
    this.stopFrame = null;
    const since = at - PacedFrames.actedAt;
    if (since > 0 && since < leastBetween) {
      this.schedule();
      return;
    }
    PacedFrames.actedAt = at;
    this.act();
  };
}
