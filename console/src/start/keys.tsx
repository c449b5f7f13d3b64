import { toldWords } from '#protocol/rules/told-words.js';
import { Suspense } from 'react';
import { useOfficeState } from '../app/office-context.js';
import { Details } from '../ui/details.js';
import { later } from '../app/later.js';

const ProviderKeys = later(() => import('./provider-keys.js'));

/**
 * Says that employees are simulated, and takes a key for real ones; nothing with real employees.
 */
export function Keys() {
  const isMock = useOfficeState((state) => state.llmMode === 'mock');
  const reason = useOfficeState((state) => toldWords(state.llmModeReason));
  const providers = useOfficeState((state) => state.providers);
  if (!isMock) return null;
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
        <Details summary="Paste a key">
          {() => (
            <div className="folded-part">
              <Suspense>
                <ProviderKeys />
              </Suspense>
            </div>
          )}
        </Details>
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
