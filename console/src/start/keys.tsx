import { toldWords } from '#protocol/rules/told-words.js';
import { Suspense } from 'react';
import { useOfficeState } from '../app/office-context.js';
import { Details } from '../ui/details.js';
import { later } from '../app/later.js';
import { useIsMock } from '../app/simulated.js';

const ProviderKeys = later(() => import('./provider-keys.js'));

/**
 * Shows that employees are simulated, or that a provider refuses the key, and takes a key; shows
 * nothing with a working key.
 */
export function Keys() {
  const isMock = useIsMock();
  const reason = useOfficeState((state) => toldWords(state.llmModeReason));
  const providers = useOfficeState((state) => state.providers);
  const refusing = providers.find(({ keyRefusal }) => keyRefusal !== undefined);
  if (!isMock) return refusing === undefined ? null : <RefusedKey label={refusing.label} />;
  const hints = providers.filter(
    ({ id, configured, hint }) => id !== 'mock' && !configured && hint !== null,
  );
  return (
    <section className="notice small keys" aria-label="Simulated employees">
      <div className="stack tight">
        <p>
          <strong>Employees are simulated</strong>. They follow a script and reach nobody; what they
          spend is counted, and nobody pays it. A key makes them real at once.
        </p>
        <PasteKey />
        <details>
          <summary>Which keys ({hints.length})</summary>
          <p className="muted folded-part">{reason}.</p>
          <ul className="feed folded-part">
            {hints.map(({ id, label, hint }) => (
              <li key={id}>
                <strong>{label}</strong>
                <div className="muted">{toldWords(hint ?? '')}</div>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </section>
  );
}

function RefusedKey({ label }: { readonly label: string }) {
  return (
    <section className="notice bad small keys" aria-label="A refused key">
      <div className="stack tight">
        <p>
          <strong>{label} refuses its key</strong>, so no work can be done there. Give it another
          one.
        </p>
        <PasteKey isUnfolded />
      </div>
    </section>
  );
}

function PasteKey({ isUnfolded = false }: { readonly isUnfolded?: boolean }) {
  return (
    <Details summary="Paste a key" isUnfolded={isUnfolded}>
      {() => (
        <div className="folded-part">
          <Suspense>
            <ProviderKeys />
          </Suspense>
        </div>
      )}
    </Details>
  );
}
