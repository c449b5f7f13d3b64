import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { useKeptFocus } from './use-kept-focus.js';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: boolean;
  readonly children: ReactNode;
}

/** Every button of the page. With `icon` it is square and needs an `aria-label`. */
export function Button({ look = 'plain', icon = false, children, ...props }: Props) {
  const ref = useKeptFocus<HTMLButtonElement>();
  return (
    <AriaButton {...props} ref={ref} className={`button ${look}${icon ? ' icon' : ''}`}>
      {children}
    </AriaButton>
  );
}
