import type { ReactNode } from 'react';

/** A link to a foreign address from foreign data; anything but a web address is shown as text. */
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
