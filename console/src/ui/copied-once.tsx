import { copyText } from '../app/copy-text.js';
import { notify } from '../app/notices.js';
import { Button } from './button.js';

/** Something to copy by a click, with its name. */
export function CopiedOnce({
  name,
  text,
  isBegunAt = false,
}: {
  readonly name: string;
  readonly text: string;
  /** Gets the first focus of its dialog, because a value that is not copied is lost. */
  readonly isBegunAt?: boolean;
}) {
  const copy = () =>
    void copyText(text).then((worked) => notify(worked ? 'Copied.' : 'Copy it by hand.'));
  return (
    <div className="stack tight">
      <div className="row between">
        <strong>{name}</strong>
        <Button aria-label={`Copy: ${name}`} onPress={copy} autoFocus={isBegunAt}>
          Copy
        </Button>
      </div>
      <pre className="code" tabIndex={0} aria-label={name}>
        {text}
      </pre>
    </div>
  );
}
