import { Dialog } from '../ui/dialog.js';
import { actionGroups } from './actions.js';
import { useLetterKeys } from './letter-keys.js';
import { offerOf } from './offers.js';
import { hrefTo } from './router.js';
import './keys.css';

/** Every action with its keys; those that the shown page cannot do are paler, with the reason. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const isOn = useLetterKeys();
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <p className="small muted">
        Keys that stand after each other are pressed one after the other. They do nothing in a
        field, behind a dialog, or while they are held.{' '}
        {isOn
          ? 'Keys of letters alone can be turned off in '
          : 'Keys of letters alone are off, by '}
        <a href={hrefTo(['settings'])} onClick={onClose}>
          the settings
        </a>
        .
      </p>
      <div className="key-groups" tabIndex={0} role="region" aria-label="All keys">
        <div className="key-columns">
          {actionGroups.map(({ name, where, actions }) => (
            <section key={name} aria-label={name}>
              <h3>
                {name} <span className="muted small">{where}</span>
              </h3>
              <dl>
                {actions.map((action) => (
                  <KeyRow key={action.id} name={action.name} keys={action.keys} id={action.id} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function KeyRow({
  id,
  name,
  keys,
}: {
  readonly id: string;
  readonly name: string;
  readonly keys: string;
}) {
  const offer = offerOf(id);
  return (
    <div className={typeof offer === 'function' ? '' : 'not-now'}>
      <dt>
        <Keys keys={keys} />
      </dt>
      <dd>
        {name}
        {typeof offer === 'string' && <span className="small"> ({offer})</span>}
      </dd>
    </div>
  );
}

/** Keys as they are pressed. */
export function Keys({ keys }: { readonly keys: string }) {
  return keys.split(' ').map((key, index) => <kbd key={index}>{key}</kbd>);
}
