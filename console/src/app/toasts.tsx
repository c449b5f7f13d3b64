import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { hrefTo } from './router.js';
import { useConnection } from './office-context.js';
import { dismiss, useNotices, useUnanswered } from './notices.js';

/** Messages about actions and refusals, in the service's words; screen readers read them aloud. */
export function Toasts() {
  const notices = useNotices();
  const isWaiting = useUnanswered() > 0;
  const { phase } = useConnection();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {isWaiting && phase !== 'online' && (
        <div className="toast">
          <span className="grow">
            What you sent waits for the connection. It is carried out once, also if it is sent
            again.
          </span>
        </div>
      )}
      {notices.map(({ id, kind, text, run }) => (
        <div key={id} className={`toast ${kind}`}>
          <span className="grow">
            {run !== undefined && (
              <>
                <a href={hrefTo(['runs', run.id])}>{run.title}</a>:{' '}
              </>
            )}
            {text}
          </span>
          <Button look="quiet" icon aria-label="Dismiss" onPress={() => dismiss(id)}>
            <Icon name="close" size={14} />
          </Button>
        </div>
      ))}
    </div>
  );
}
