import { memo, useState } from 'react';
import { GrowingText } from './growing-text.js';
import { Markdown } from './markdown.js';

/** A longer unfinished block is shown as plain text until it is complete. */
const mostUnfinished = 2000;

/**
 * Markdown that is still being written: complete blocks are rendered once, so that a frame costs
 * the same for a long text as for a short one.
 */
export const GrowingMarkdown = memo(function GrowingMarkdown({ text }: { readonly text: string }) {
  const [growing] = useState(() => new GrowingText());
  const { whole, last } = growing.read(text);
  return (
    <>
      {whole.map((block, index) => (
        <Markdown key={index} text={block} />
      ))}
      {last.length > mostUnfinished ? (
        <pre className="code">{last}</pre>
      ) : (
        last !== '' && <Markdown text={last} />
      )}
    </>
  );
});
