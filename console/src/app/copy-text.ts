/**
 * Puts text on the clipboard. Over plain HTTP browsers only have the older way, which works while a
 * click is handled. Resolves to whether it worked.
 */
export async function copyText(text: string): Promise<boolean> {
  if (!isSecureContext) return copySelected(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  );
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'copied';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
