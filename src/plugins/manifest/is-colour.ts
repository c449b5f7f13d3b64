const maxCharacters = 64;

/** The closed grammar of panel colours; nothing else reaches a style. */
const forms = [
  /^#[0-9a-f]{3,8}$/i,
  /^(?:rgb|hsl)a?\([\d.,%/ +-]+\)$/i,
  /^[a-z\d-]{1,32}$/i,
  /^var\(--[\w-]{1,40}\)$/i,
];

export function isColour(text: string): boolean {
  return text.length <= maxCharacters && forms.some((form) => form.test(text));
}
