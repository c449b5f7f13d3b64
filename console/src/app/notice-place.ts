/** Fields that are typed in. */
const field = 'input, textarea';

/**
 * On a phone, puts the notices where they move least of the page: at its foot, or at its head if
 * somebody types at its foot; the page is then scrolled by their height. Tells the style of dialogs
 * where they are. Returns a function that stops it.
 */
export function placeNotices(notices: HTMLElement, main: HTMLElement): () => void {
  const phone = matchMedia('(max-width: 820px)');
  const { style } = document.documentElement;
  let height = 0;
  /** As it was before the page became shorter or longer. */
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

/** True if notices of this height at the foot of the page move no field that is typed in. */
function isFootFree(main: HTMLElement, height: number): boolean {
  if (document.querySelector('.overlay') !== null) return true;
  const focused = document.activeElement;
  if (focused === null || !main.contains(focused) || !focused.matches(field)) return true;
  return focused.getBoundingClientRect().bottom <= main.getBoundingClientRect().bottom - height;
}
