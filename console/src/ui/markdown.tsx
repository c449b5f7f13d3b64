import MarkdownToJsx from 'markdown-to-jsx';
import { memo, type ReactNode } from 'react';
import { LongText } from './long-text.js';

/** Maximum number of characters rendered as Markdown; longer text is shown as it is. */
const most = 60_000;

type Level = 2 | 3;

const shared = {
  // Foreign text never becomes markup.
  disableParsingRawHTML: true,
  forceBlock: true,
  // One element around everything, also around a single paragraph.
  wrapper: Prose,
  forceWrapper: true,
  overrides: {
    a: { props: { target: '_blank', rel: 'noopener noreferrer' } },
    // A wide one scrolls by keys, too.
    pre: { props: { tabIndex: 0 } },
    // An image would be loaded from another server.
    img: ({ alt = '', src = '' }: { alt?: string; src?: string }) => (
      <span className="muted">[picture: {alt || src}]</span>
    ),
  },
} as const;

const written = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** Renders all headings of a text alike, at a level that fits the page around it. */
function optionsFor(level: Level) {
  const heading = { component: `h${level}` as const };
  const headings = Object.fromEntries(written.map((name) => [name, heading]));
  return { ...shared, overrides: { ...shared.overrides, ...headings } };
}

const options = { 2: optionsFor(2), 3: optionsFor(3) };

/** Renders text of models and people as safe Markdown. */
export const Markdown = memo(function Markdown({
  text,
  level = 3,
}: {
  readonly text: string;
  /** Level of its headings. */
  readonly level?: Level;
}) {
  if (text.length > most) return <LongText text={text} />;
  return <MarkdownToJsx options={options[level]}>{text}</MarkdownToJsx>;
});

function Prose({ children }: { readonly children?: ReactNode }) {
  return <div className="prose">{children}</div>;
}
