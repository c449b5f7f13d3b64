/** How long is waited where no frame comes, as in a tab that nobody sees, ms. */
const frameless = 250;

/** Calls back before the next frame of the screen, or soon where none comes. Answers how to stop. */
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
