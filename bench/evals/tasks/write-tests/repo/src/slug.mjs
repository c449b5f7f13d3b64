const letters = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A title as part of an address: small letters and digits, one hyphen between words. */
export function slug(title) {
  return title
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => letters[letter])
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
