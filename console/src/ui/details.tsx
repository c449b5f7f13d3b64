import { useState, type ReactNode } from 'react';

/** Something folded, whose content is in the page only while it is unfolded. */
export function Details({
  summary,
  className = '',
  isUnfolded = false,
  children,
}: {
  readonly summary: ReactNode;
  readonly className?: string;
  /** True if it is unfolded at first. */
  readonly isUnfolded?: boolean;
  readonly children: () => ReactNode;
}) {
  const [isOpen, setOpen] = useState(isUnfolded);
  return (
    <details
      open={isOpen}
      className={className}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
