import { memo } from 'react';
import { textParts } from './text-parts.js';
import './long-text.css';

/** Text as it is, of any length: the browser lays out and paints only what is seen of it. */
export const LongText = memo(function LongText({
  text,
  label,
}: {
  readonly text: string;
  /** Given, the text is a part of the page that can be focused and scrolled. */
  readonly label?: string;
}) {
  const named = label !== undefined && { 'aria-label': label, role: 'region', tabIndex: 0 };
  return (
    <pre className="code long-text" {...named}>
      {textParts(text).map((part, at) => (
        <Part key={at} text={part} />
      ))}
    </pre>
  );
});

const Part = memo(function Part({ text }: { readonly text: string }) {
  return <div>{text}</div>;
});
