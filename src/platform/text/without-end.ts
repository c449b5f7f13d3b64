/** Removes these characters from the end of a text. Linear, unlike a pattern that ends in `+$`. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
