/** Least time between two changes, ms: two frames of sixty a second. */
const leastBetween = 25;

/**
 * Calls back at every other frame at most. Text that grows thirty times a second reads as smoothly,
 * and the frames between are left to animations and scrolling.
 */
export class PacedFrames {
  private stopFrame: (() => void) | null = null;
  private actedAt = -Infinity;

  /** @param nextFrame calls back before the next frame, and answers what cancels it */
  constructor(
    private readonly act: () => void,
    private readonly nextFrame: (act: () => void) => () => void,
  ) {}

  schedule(): void {
    this.stopFrame ??= this.nextFrame(this.frame);
  }

  stop(): void {
    this.stopFrame?.();
    this.stopFrame = null;
  }

  private readonly frame = (): void => {
    this.stopFrame = null;
    const now = performance.now();
    if (now - this.actedAt < leastBetween) {
      this.schedule();
      return;
    }
    this.actedAt = now;
    this.act();
  };
}
