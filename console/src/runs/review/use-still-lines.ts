import { useEffect, type RefObject } from 'react';

/** Keeps the lines in place while the page grows above them, if the focus is in them. */
export function useStillLines(lines: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = document.getElementById('main');
    const page = main?.querySelector('.page');
    const region = lines.current;
    if (main === null || !page || region === null) return;
    let place = region.getBoundingClientRect().top;
    const note = () => {
      place = region.getBoundingClientRect().top;
    };
    const observer = new ResizeObserver(() => {
      const moved = region.getBoundingClientRect().top - place;
      if (moved !== 0 && region.contains(document.activeElement)) main.scrollTop += moved;
      note();
    });
    main.addEventListener('scroll', note, { passive: true });
    observer.observe(page);
    return () => {
      main.removeEventListener('scroll', note);
      observer.disconnect();
    };
  }, [lines]);
}
