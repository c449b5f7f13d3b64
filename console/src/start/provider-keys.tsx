import { useCallback, useState } from 'react';
import type { DiscoveryAnswer, ProviderKey } from '#protocol/records/models.js';
import { notify, useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Select, TextField } from '../ui/fields.js';
import { useLoaded } from '../ui/use-loaded.js';

/** A report of a model list that the provider refused for its key. */
const keyRefused = /\b40[13]\b/;

/** Tells at once that a key is wrong, as its first run would. */
function tellRefusedKey(label: string) {
  return ({ reports }: DiscoveryAnswer): void => {
    const error = reports[0]?.error ?? '';
    if (keyRefused.test(error)) notify(`${label} refuses this key: ${error}`, 'error');
  };
}

/** Pastes and removes keys of providers; a key is shown to nobody once it was sent. */
export default function ProviderKeys() {
  const office = useOffice();
  const providers = useOfficeState((state) => state.providers);
  const load = useCallback((signal: AbortSignal) => office.http.providerKeys({ signal }), [office]);
  const { value, error } = useLoaded(load, providers);
  if (error !== null) return <p className="small">{error}</p>;
  if (value === null) return null;
  const stored = value.providers.filter((provider) => provider.stored);
  return (
    <div className="stack tight">
      {value.refusal === null ? (
        <PasteKey providers={value.providers} />
      ) : (
        <p className="small">{value.refusal}</p>
      )}
      {stored.map((provider) => (
        <StoredKey key={provider.id} provider={provider} />
      ))}
    </div>
  );
}

function PasteKey({ providers }: { readonly providers: readonly ProviderKey[] }) {
  const office = useOffice();
  const [providerId, setProvider] = useState(providers[0]?.id ?? '');
  const [key, setKey] = useState('');
  const { busy, act } = useAction();
  const label = providers.find(({ id }) => id === providerId)?.label ?? providerId;
  const paste = () => {
    if (busy || key.trim() === '') return;
    void act(async () => {
      await office.command('setProviderKey', { providerId, key });
      setKey('');
      // The service asks the provider by itself; this waits for its answer.
      void office.http
        .discoverModels({ providerId, force: false })
        .then(tellRefusedKey(label), () => undefined);
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
