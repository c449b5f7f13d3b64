import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: boolean;
  readonly children: ReactNode;
}

/** Every button of the page. With `icon` it is square and needs an `aria-label`. */
export function Button({ look = 'plain', icon = false, children, ...props }: Props) {
  return (
    <AriaButton {...props} className={`button ${look}${icon ? ' icon' : ''}`}>
      {children}
    </AriaButton>
  );
}
