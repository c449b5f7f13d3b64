import { actions } from './actions.js';
import { offerOf } from './offers.js';
import './keys.css';

/** The actions of the next key, once the first of several was pressed. */
export function BegunKeys({ begun }: { readonly begun: string }) {
  const next = actions.filter(
    ({ id, keys }) => keys.startsWith(`${begun} `) && typeof offerOf(id) === 'function',
  );
  return (
    <div role="status">
      {begun !== '' && (
        <div className="begun-keys">
          <strong>
            <kbd>{begun}</kbd> {next.length === 0 ? 'leads nowhere on this page.' : 'and then'}
          </strong>
          <ul>
            {next.map(({ id, name, keys }) => (
              <li key={id}>
                <kbd>{keys.slice(begun.length + 1)}</kbd> {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
