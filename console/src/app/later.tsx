import { createElement, lazy, type ComponentType } from 'react';
import { ErrorBoundary, PartMissing } from './error-boundary.js';

/**
 * A component that is loaded when it is first shown. If loading fails, the error is shown in its
 * place, so text typed beside it stays, and the component is loaded again once the error is
 * renewed. `lazy` alone would keep the failure, and React would show it again at once.
 */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = (before: () => Promise<void>): ComponentType<Props> => {
    const attempted = lazy(async () => {
      try {
        await before();
        return await load();
      } catch (error) {
        throw new PartMissing(error instanceof Error ? error.message : String(error), () => {
          if (part === attempted) part = attempt(renewStyles);
        });
      }
    });
    return attempted;
  };
  let part = attempt(() => Promise.resolve());
  const Shown = (props: Props) => createElement(part, props);
  return (props) => (
    <ErrorBoundary>
      <Shown {...props} />
    </ErrorBoundary>
  );
}

/** Loads the style sheets that failed to load; the bundler's loader requests each only once. */
async function renewStyles(): Promise<void> {
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const missing = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = () => resolve();
          again.onerror = () => reject(new Error(`No styles from ${link.href}`));
          link.replaceWith(again);
        }),
    ),
  );
}
