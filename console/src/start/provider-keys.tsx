import { useCallback, useState } from 'react';
import type { DiscoveryAnswer, ProviderKey, ProviderStatus } from '#protocol/records/models.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Select, TextField } from '../ui/fields.js';
import { useLoaded } from '../ui/use-loaded.js';

/** A key that its provider does not refuse within this time counts as used, ms. */
const answersInMs = 3000;

function refuses(providers: readonly ProviderStatus[], id: string): boolean {
  return providers.some((each) => each.id === id && each.keyRefusal !== undefined);
}

function silent(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, answersInMs, null));
}

/** What a provider said that refused the key; null: it did not. */
function refusalIn({ reports }: DiscoveryAnswer): string | null {
  const [report] = reports;
  return report?.keyRefused === true ? report.error : null;
}

/** Sets and removes keys of providers; a key is never shown after it was sent. */
export default function ProviderKeys() {
  const office = useOffice();
  const providers = useOfficeState((state) => state.providers);
  const load = useCallback((signal: AbortSignal) => office.http.providerKeys({ signal }), [office]);
  const { value, error } = useLoaded(load, providers);
  if (error !== null) return <p className="small">{error}</p>;
  if (value === null) return null;
  const stored = value.providers.filter((provider) => provider.stored);
  // A key from elsewhere cannot be replaced here.
  const refusing = value.providers.find(({ id }) => refuses(providers, id))?.id;
  return (
    <div className="stack tight">
      {value.refusal === null ? (
        <PasteKey providers={value.providers} first={refusing} />
      ) : (
        <p className="small">{value.refusal}</p>
      )}
      {stored.map((provider) => (
        <StoredKey key={provider.id} provider={provider} />
      ))}
    </div>
  );
}

function PasteKey({
  providers,
  first = providers[0]?.id ?? '',
}: {
  readonly providers: readonly ProviderKey[];
  /** The provider that is chosen at first. */
  readonly first?: string | undefined;
}) {
  const office = useOffice();
  const [providerId, setProvider] = useState(first);
  const [key, setKey] = useState('');
  const { busy, act } = useAction();
  const label = providers.find(({ id }) => id === providerId)?.label ?? providerId;
  const paste = () => {
    if (busy || key.trim() === '') return;
    void act(async () => {
      await office.command('setProviderKey', { providerId, key });
      setKey('');
      // The service asks the provider by itself; this request only waits for the answer.
      const answer = office.http.discoverModels({ providerId, force: false });
      const refusal = await Promise.race([answer.then(refusalIn, () => null), silent()]);
      if (refusal !== null) throw new Error(`${label} refuses this key: ${refusal}`);
    }, `${label} is used from now on.`);
  };
  return (
    <>
      <Select
        label="Provider"
        value={providerId}
        choices={providers.map(({ id, label: name }) => ({ id, label: name }))}
        onChange={setProvider}
      />
      <TextField
        label="Key"
        type="password"
        value={key}
        onChange={setKey}
        onEnter={paste}
        hint="Kept in a file beside the store that only the service's account reads. It is shown to nobody again."
      />
      <div>
        <Button onPress={paste} isPending={busy} isDisabled={key.trim() === ''}>
          Use this key
        </Button>
      </div>
    </>
  );
}

function StoredKey({ provider: { id, label } }: { readonly provider: ProviderKey }) {
  const office = useOffice();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="row between small">
      <span>The key of {label} was pasted.</span>
      <Button
        look="quiet"
        aria-label={`Remove the key of ${label}`}
        onPress={() => setAsking(true)}
      >
        Remove
      </Button>
      {isAsking && (
        <Confirm
          title={`Remove the key of ${label}?`}
          action="Remove it"
          done="Removed."
          onConfirm={() => office.command('removeProviderKey', { providerId: id })}
          onClose={() => setAsking(false)}
        >
          <p>Without another key, employees are simulated again.</p>
        </Confirm>
      )}
    </div>
  );
}
