import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { dismiss, useNotices } from './notices.js';
import { hrefTo } from './router.js';

/** Messages about actions and refusals, in the service's words; screen readers read them aloud. */
export function Toasts() {
  const notices = useNotices();
  return (
    <div className="toasts" role="status" aria-live="polite">
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
