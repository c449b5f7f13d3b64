import type { ReactNode } from 'react';

/** A link to a page elsewhere, whose address others gave; what is no web address is text. */
export function Elsewhere({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}) {
  if (!/^https?:\/\//i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
