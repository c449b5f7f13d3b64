/** Least time between two changes, ms: two frames of sixty a second. */
const leastBetween = 25;

/**
 * Calls back at most at every other frame. Text that grows thirty times a second reads as smoothly,
 * and the other frames are left to animations and scrolling. All instances use the same frames.
 */
export class PacedFrames {
  /** Time of the last frame with a change, over all instances. */
  private static actedAt = -Infinity;
  private stopFrame: (() => void) | null = null;

  /**
   * @param nextFrame calls back before the next frame with its time, and returns a function that
   * cancels it
   */
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
