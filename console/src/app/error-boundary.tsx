import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.js';

interface Props {
  readonly children: ReactNode;
  /** A new value, such as another page, clears the error. */
  readonly resetOn?: string;
}

/** Shows the error of one part, so that the rest of the page stays. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetOn !== this.props.resetOn && this.state.error !== null) {
      this.setState({ error: null });
    }
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="page">
        <div className="empty" role="alert">
          <h2>This part of the page failed</h2>
          <p>The office goes on working. Try this part again, or load the page anew.</p>
          <pre className="code">{error.message}</pre>
          <div className="row">
            <Button onPress={() => this.setState({ error: null })}>Try again</Button>
            <Button look="primary" onPress={() => location.reload()}>
              Load the page anew
            </Button>
          </div>
        </div>
      </div>
    );
  }
}
