import MarkdownToJsx from 'markdown-to-jsx';
import { memo } from 'react';

/** Characters that are set as Markdown; what is longer is shown as it is. */
const most = 60_000;

const options = {
  // Foreign text becomes elements of ours, never markup of its own.
  disableParsingRawHTML: true,
  forceBlock: true,
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
  return (
    <div className="prose">
      <MarkdownToJsx options={options}>{text}</MarkdownToJsx>
    </div>
  );
});
