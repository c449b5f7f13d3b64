import MarkdownToJsx from 'markdown-to-jsx';
import { memo, type ReactNode } from 'react';
import { LongText } from './long-text.js';

/** Maximum number of characters rendered as Markdown; longer text is shown as it is. */
const most = 60_000;

const options = {
  // Foreign text never becomes markup.
  disableParsingRawHTML: true,
  forceBlock: true,
  // One element around everything, also around a single paragraph.
  wrapper: Prose,
  forceWrapper: true,
  overrides: {
    a: { props: { target: '_blank', rel: 'noopener noreferrer' } },
    // An image would be loaded from another server.
    img: ({ alt = '', src = '' }: { alt?: string; src?: string }) => (
      <span className="muted">[picture: {alt || src}]</span>
    ),
  },
} as const;

/** Renders text of models and people as safe Markdown. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  if (text.length > most) return <LongText text={text} />;
  return <MarkdownToJsx options={options}>{text}</MarkdownToJsx>;
});

function Prose({ children }: { readonly children?: ReactNode }) {
  return <div className="prose">{children}</div>;
}
