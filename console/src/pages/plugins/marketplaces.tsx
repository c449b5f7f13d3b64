import { useState } from 'react';
import type { PluginCatalog, PluginSourceRecord } from '#protocol/records/plugins.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/fields.js';
import { Badge, Empty } from '../../ui/pieces.js';
import './plugins.css';

const nothing = { url: '', label: '' };

/** Sources of plugins: add, browse, install. */
export function Marketplaces() {
  const { http } = useOffice();
  const { marketplaces, allowInstall } = useOfficeState((state) => state.plugins);
  // An address may hold a token.
  const typed = useKeptDraft('office-new-marketplace', nothing, { secrets: ['url'] });
  const { url, label } = typed.draft;
  const { busy, act } = useAction();
  const add = () => {
    if (url.trim() === '' || busy) return;
    void act(async () => {
      await http.addMarketplace({ url, label });
      typed.drop();
    }, 'Added.');
  };
  return (
    <div className="stack">
      {!allowInstall && (
        <p className="notice wait small">
          Installing is switched off: a plugin is foreign code. Start the service with
          OFFICE_ALLOW_PLUGIN_INSTALL=true to allow it.
        </p>
      )}
      <section className="card stack">
        <h2>Add a marketplace</h2>
        <div className="marketplace-form">
          <TextField
            label="Address of a catalogue"
            type="url"
            value={url}
            onChange={(text) => typed.set({ url: text })}
            placeholder="https://…"
            onEnter={add}
          />
          <TextField
            label="Name"
            value={label}
            onChange={(text) => typed.set({ label: text })}
            onEnter={add}
          />
          <Button isPending={busy} isDisabled={url.trim() === ''} onPress={add}>
            Add the marketplace
          </Button>
        </div>
      </section>
      {marketplaces.length === 0 && (
        <Empty title="No marketplace yet">
          <p>
            A marketplace is a catalogue file at an address that you trust. Put its address above,
            look through it, and install what you need.
          </p>
        </Empty>
      )}
      {marketplaces.map((source) => (
        <Marketplace key={source.id} source={source} />
      ))}
    </div>
  );
}

function Marketplace({
  source: { id, label, url, lastError },
}: {
  readonly source: PluginSourceRecord;
}) {
  const { http } = useOffice();
  const records = useOfficeState((state) => state.plugins.records);
  const [catalog, setCatalog] = useState<PluginCatalog | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, act } = useAction();
  const install = (pluginId: string, upgrade: boolean) =>
    void act(() => http.installPlugin({ catalogUrl: url, pluginId, upgrade }), 'Installed.');
  return (
    <article className="card stack tight">
      <div className="row between">
        <span>
          <h2 className="part-title">{label}</h2>
          <span className="muted small">{url}</span>
        </span>
        <span className="row tight">
          <Button
            isPending={busy}
            onPress={() => void act(async () => setCatalog(await http.catalog(url)))}
          >
            Look through it
          </Button>
          <Button look="danger" onPress={() => setRemoving(true)}>
            Remove
          </Button>
        </span>
      </div>
      {isRemoving && (
        <Confirm
          title={`Remove ${label}?`}
          action="Remove the marketplace"
          done={`${label} is removed.`}
          onConfirm={() => http.removeMarketplace(id)}
          onClose={() => setRemoving(false)}
        >
          <p>Plugins that came from it stay, and get no further updates.</p>
        </Confirm>
      )}
      {lastError !== null && <p className="notice bad small">{lastError}</p>}
      {catalog?.plugins.map(({ manifest }) => {
        const present = records.find((record) => record.manifest.id === manifest.id);
        const isSame = present?.manifest.version === manifest.version;
        return (
          <div key={manifest.id} className="row between">
            <span>
              <strong>{manifest.name}</strong> {manifest.version}
              <div className="muted small">{manifest.description}</div>
            </span>
            {isSame ? (
              <Badge tone="good">installed</Badge>
            ) : (
              <Button isPending={busy} onPress={() => install(manifest.id, present !== undefined)}>
                {present === undefined ? 'Install' : 'Upgrade'}
              </Button>
            )}
          </div>
        );
      })}
    </article>
  );
}
