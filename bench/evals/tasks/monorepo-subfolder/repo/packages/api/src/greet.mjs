/** A greeting as HTML. */
export function greet(name) {
  return `<p>Hello, ${name}!</p>`;
}
