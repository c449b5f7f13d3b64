/** True of an address that names a user or a token before its host, also while that is typed. */
export function holdsToken(address: string): boolean {
  const text = address.trim();
  // The user of git's own addresses is the same for everybody.
  if (/^(?:ssh:\/\/)?git@[^@]*$/.test(text)) return false;
  // What follows a colon is a port, or not of a host.
  return text.includes('@') || /(?:^|\/\/)[^/]*:(?!\d*(?:\/|$))/.test(text);
}
