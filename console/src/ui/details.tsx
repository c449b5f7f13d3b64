import { useState, type ReactNode } from 'react';

/** Something folded, whose content is in the page only while it is unfolded. */
export function Details({
  summary,
  className = '',
  children,
}: {
  readonly summary: ReactNode;
  readonly className?: string;
  readonly children: () => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
