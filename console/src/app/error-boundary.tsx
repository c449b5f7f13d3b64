import { Component, type ContextType, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { OfficeContext } from './office-context.js';

/**
 * A part of the page whose code or styles could not be loaded, for example without a connection.
 */
export class PartMissing extends Error {
  /** @param renew makes the part load again when it is next shown */
  constructor(
    message: string,
    readonly renew: () => void,
  ) {
    super(message);
  }
}

interface Props {
  readonly children: ReactNode;
  /** A new value, such as another page, clears the error. */
  readonly resetOn?: string;
}

/**
 * Shows the error of one part, so that the rest of the page stays. A part that could not be loaded
 * is loaded again once the connection is back.
 */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  static override contextType = OfficeContext;
  declare context: ContextType<typeof OfficeContext>;
  override state: { error: Error | null } = { error: null };
  private stop: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidMount(): void {
    this.stop = this.context?.office.onStatus(({ phase }) => {
      if (phase === 'online' && this.state.error instanceof PartMissing) this.again();
    });
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetOn !== this.props.resetOn && this.state.error !== null) this.again();
  }

  override componentWillUnmount(): void {
    this.stop?.();
    this.renew();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isMissing = error instanceof PartMissing;
    return (
      <div className="page">
        <div className="empty" role="alert">
          <h2>
            {isMissing ? 'This part of the page did not load' : 'This part of the page failed'}
          </h2>
          <p>
            {isMissing
              ? 'It is loaded again once the connection to the office is back.'
              : 'The office goes on working. Try this part again, or load the page anew.'}
          </p>
          <pre className="code" tabIndex={0}>
            {error.message}
          </pre>
          <div className="row">
            <Button onPress={() => this.again()}>Try again</Button>
            <Button look="primary" onPress={() => location.reload()}>
              Load the page anew
            </Button>
          </div>
        </div>
      </div>
    );
  }

  private again(): void {
    this.renew();
    this.setState({ error: null });
  }

  private renew(): void {
    if (this.state.error instanceof PartMissing) this.state.error.renew();
  }
}
