import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';

interface Streams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Where the question is written. */
  readonly output: NodeJS.WritableStream;
}

/**
 * A secret, without surrounding white space: a line typed without an echo, or the piped input.
 * Empty: nothing was given.
 */
export async function readHiddenLine(
  question: string,
  { input, output }: Streams,
  interrupt: AbortSignal,
): Promise<string> {
  if (input.isTTY !== true) return (await text(input)).trim();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  output.write(question);
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => resolve(''));
    lines.once('close', () => resolve(''));
    interrupt.addEventListener('abort', () => resolve(''));
  });
  lines.close();
  output.write('\n');
  return line.trim();
}
