/** Wait when no frame comes, as in a hidden tab, ms. */
const frameless = 250;

/**
 * Calls back before the next frame, or soon if none comes, with the time that all callbacks of this
 * frame get. Returns a function that cancels it.
 */
export function nextFrame(act: (at: number) => void): () => void {
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = (at: number) => {
    stop();
    act(at);
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(() => once(performance.now()), frameless);
  return stop;
}
