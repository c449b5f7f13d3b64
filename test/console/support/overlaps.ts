import type { Page } from 'playwright-core';

/** Runs in the page: the names of what can be used, as far as it is in view, below a cover. */
const script = `(selector) => {
  const usable = 'button, a[href], input, textarea, select, summary, [role=tab], [role=option]';
  const clip = (rect, by) => ({
    left: Math.max(rect.left, by.left), right: Math.min(rect.right, by.right),
    top: Math.max(rect.top, by.top), bottom: Math.min(rect.bottom, by.bottom),
  });
  const inView = (element) => {
    let rect = clip(element.getBoundingClientRect(), { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY !== 'visible') rect = clip(rect, around.getBoundingClientRect());
    }
    return rect;
  };
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const covers = [...document.querySelectorAll(selector)];
  const found = [];
  for (const element of document.querySelectorAll(usable)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('.sr-only, .skips, [inert]') !== null) continue;
    const name = element.ariaLabel ?? (element.textContent || element.tagName);
    for (const cover of covers) {
      if (!cover.contains(element) && !element.closest('.toast') && meet(inView(element), inView(cover)))
        found.push(name.slice(0, 60) + ' below ' + cover.textContent.slice(0, 30));
    }
  }
  return found;
}`;

/** What can be used and is below one of the elements; nothing, where these have their own place. */
export function usableBelow(page: Page, selector: string): Promise<readonly string[]> {
  return page.evaluate(`(${script})(${JSON.stringify(selector)})`);
}
