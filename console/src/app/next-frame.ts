/** Wait when no frame comes, as in a hidden tab, ms. */
const frameless = 250;

/** Calls back before the next frame, or soon if none comes. Returns a function that cancels it. */
export function nextFrame(act: () => void): () => void {
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = () => {
    stop();
    act();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, frameless);
  return stop;
}
