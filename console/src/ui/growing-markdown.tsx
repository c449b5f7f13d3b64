import { memo, useEffect, useRef, useState } from 'react';
import { GrowingText } from './growing-text.js';
import { Markdown } from './markdown.js';
import { useSeenText } from './use-seen-text.js';
import './growing-markdown.css';

/** A longer unfinished block is shown as plain text until it is complete. */
const mostUnfinished = 2000;

/**
 * Markdown that is still being written: complete blocks are rendered and painted once, so that a
 * frame costs the same for a long text as for a short one, and a burst takes several.
 */
export const GrowingMarkdown = memo(function GrowingMarkdown({ text }: { readonly text: string }) {
  const [growing] = useState(() => new GrowingText());
  const around = useRef<HTMLDivElement>(null);
  const { groups, last, isBehind } = growing.read(useSeenText(text, around));
  const [, setRound] = useState(0);
  useEffect(() => {
    if (!isBehind) return;
    const frame = requestAnimationFrame(() => setRound((before) => before + 1));
    return () => cancelAnimationFrame(frame);
  });
  return (
    <div className="growing" ref={around}>
      {groups.map((blocks, index) => (
        <Group key={index} blocks={blocks} />
      ))}
      {last.length > mostUnfinished ? (
        <pre className="code" tabIndex={0}>
          {last}
        </pre>
      ) : (
        last !== '' && <Markdown text={last} />
      )}
    </div>
  );
});

const Group = memo(function Group({ blocks }: { readonly blocks: readonly string[] }) {
  return (
    <div className="group">
      {blocks.map((block, index) => (
        <Markdown key={index} text={block} />
      ))}
    </div>
  );
});
