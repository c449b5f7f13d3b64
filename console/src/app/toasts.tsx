import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { clockTime } from './format.js';
import { hrefTo } from './router.js';
import { useConnection } from './office-context.js';
import { placeNotices } from './notice-place.js';
import { dismiss, useNotices, useUnanswered } from './notices.js';

/**
 * Messages about actions and refusals, in the service's words; screen readers read them aloud. They
 * stay in use over a dialog, which a press on them does not close.
 */
export function Toasts() {
  const notices = useNotices();
  const isWaiting = useUnanswered() > 0;
  const { phase } = useConnection();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const main = document.getElementById('main');
    return place.current && main ? placeNotices(place.current, main) : undefined;
  }, []);
  return (
    <div
      ref={place}
      className="toasts"
      role="status"
      aria-live="polite"
      data-react-aria-top-layer="true"
    >
      {isWaiting && phase !== 'online' && (
        <div className="toast">
          <span className="grow">
            What you sent waits for the connection. It is carried out once, also if it is sent
            again.
          </span>
        </div>
      )}
      {notices.map(({ id, kind, text, run, at }) => (
        <div key={id} className={`toast ${kind}`}>
          <span className="grow">
            {run !== undefined && (
              <>
                <a href={hrefTo(['runs', run.id])}>{run.title}</a>:{' '}
              </>
            )}
            {text}
            {kind === 'error' && (
              <>
                {' '}
                <time className="muted small num" dateTime={new Date(at).toISOString()}>
                  at {clockTime(at)}
                </time>
              </>
            )}
          </span>
          <Button look="quiet" icon aria-label="Dismiss" onPress={() => dismiss(id)}>
            <Icon name="close" size={14} />
          </Button>
        </div>
      ))}
    </div>
  );
}
