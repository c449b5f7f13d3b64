import MarkdownToJsx from 'markdown-to-jsx';
import { memo, type ReactNode } from 'react';

/** Characters that are set as Markdown; what is longer is shown as it is. */
const most = 60_000;

const options = {
  // Foreign text becomes elements of ours, never markup of its own.
  disableParsingRawHTML: true,
  forceBlock: true,
  // One element around all of it, also around a single paragraph.
  wrapper: Prose,
  forceWrapper: true,
  overrides: {
    a: { props: { target: '_blank', rel: 'noopener noreferrer' } },
    // A picture would be fetched from elsewhere.
    img: ({ alt = '', src = '' }: { alt?: string; src?: string }) => (
      <span className="muted">[picture: {alt || src}]</span>
    ),
  },
} as const;

/** Text of models and people, as Markdown and safe. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  if (text.length > most) return <pre className="code">{text}</pre>;
  return <MarkdownToJsx options={options}>{text}</MarkdownToJsx>;
});

function Prose({ children }: { readonly children?: ReactNode }) {
  return <div className="prose">{children}</div>;
}
