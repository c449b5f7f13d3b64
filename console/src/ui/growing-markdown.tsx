import { memo, useState } from 'react';
import { GrowingText } from './growing-text.js';
import { Markdown } from './markdown.js';

/** A block that is longer is shown as it is until it is whole. */
const mostUnfinished = 2000;

/**
 * Text that is still being written, as Markdown: blocks that are whole are set once, so that a frame
 * costs no more for a long text than for a short one.
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
