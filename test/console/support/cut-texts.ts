/**
 * What cannot be read in the page: values and placeholders of fields and words that are cut off
 * without a title or a link to the whole, and headings that wrap though a line would hold more.
 */
export const cutTexts = `(() => {
  const found = [];
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 &&
    element.closest('.sr-only, .skips, [aria-hidden="true"], svg') === null;
  const pen = document.createElement('canvas').getContext('2d');
  const widthOf = (element, text) => {
    pen.font = getComputedStyle(element).font;
    return pen.measureText(text).width;
  };
  const roomOf = (element) => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  };
  for (const field of document.querySelectorAll('input, textarea')) {
    if (!isShown(field) || field.matches('[type=radio], [type=checkbox], [type=range], [type=date], [type=color]')) continue;
    const text = field.value || field.placeholder;
    const isCut = field.matches('input')
      ? widthOf(field, text) > roomOf(field) + 1
      : field.value === '' && field.scrollHeight > field.clientHeight + 1;
    if (isCut) found.push('field: ' + text);
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!isShown(element)) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut = ['hidden', 'clip'].includes(overflowX) && textOverflow === 'ellipsis' &&
      element.scrollWidth > element.clientWidth + 1;
    if (isCut && element.closest('a[href], [role=option], [aria-haspopup], summary') === null)
      found.push('cut: ' + element.textContent);
  }
  for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
    if (!isShown(heading)) continue;
    const range = document.createRange();
    range.selectNodeContents(heading);
    let [lines, end] = [0, -Infinity];
    for (const { top, bottom } of [...range.getClientRects()].sort((a, b) => a.top - b.top)) {
      if (top > end - 4) lines += 1;
      end = Math.max(end, bottom);
    }
    const around = heading.closest('header, .row, section, article, .card') ?? heading.parentElement;
    const needed = Math.ceil(widthOf(heading, heading.textContent) / roomOf(around));
    if (lines > needed + 1 || (lines > 1 && needed === 1 && around.clientWidth > heading.clientWidth + 60))
      found.push('heading: ' + heading.textContent + ' in ' + lines + ' lines of ' + needed);
  }
  return found;
})()`;
