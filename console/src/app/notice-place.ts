/** Fields for typing. */
const field = 'input, textarea';

/**
 * On a phone, places the notices where they move the page least: at its foot, or at its head if the
 * field in use is at its foot; then the page is scrolled by their height. Sets a style property by
 * which dialogs avoid them. Returns a function that ends this.
 */
export function placeNotices(notices: HTMLElement, main: HTMLElement): () => void {
  const phone = matchMedia('(max-width: 820px)');
  const { style } = document.documentElement;
  let height = 0;
  /** Scroll position before the page became shorter or longer. */
  let top = main.scrollTop;
  const onScroll = () => {
    top = main.scrollTop;
  };
  const observer = new ResizeObserver(() => {
    const before = height;
    height = notices.offsetHeight;
    if (before === 0) notices.dataset['at'] = isFootFree(main, height) ? 'foot' : 'head';
    const isAtHead = notices.dataset['at'] === 'head';
    if (phone.matches && isAtHead) main.scrollTop = top + height - before;
    const place = notices.getBoundingClientRect();
    const isShown = phone.matches && height > 0;
    style.setProperty('--noticed-head', isShown && isAtHead ? `${place.bottom}px` : '0px');
    style.setProperty('--noticed', isShown && !isAtHead ? `${innerHeight - place.top}px` : '0px');
  });
  main.addEventListener('scroll', onScroll, { passive: true });
  observer.observe(notices);
  return () => {
    main.removeEventListener('scroll', onScroll);
    observer.disconnect();
  };
}

/** True if notices of this height at the foot of the page would not move the field in use. */
function isFootFree(main: HTMLElement, height: number): boolean {
  if (document.querySelector('.overlay') !== null) return true;
  const focused = document.activeElement;
  if (focused === null || !main.contains(focused) || !focused.matches(field)) return true;
  return focused.getBoundingClientRect().bottom <= main.getBoundingClientRect().bottom - height;
}
