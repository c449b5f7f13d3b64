import { useState } from 'react';
import type { ContributedProviderHost, PluginRecord } from '#protocol/records/plugins.js';
import { useAddressState } from '../../app/address-state.js';
import { plural } from '../../app/format.js';
import { notify, useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { Check, TextField } from '../../ui/fields.js';
import { Badge, Empty, Facts, Page } from '../../ui/pieces.js';
import { PageTabs } from '../../ui/tabs.js';
import { Marketplaces } from './marketplaces.js';
import { Panels, panelsOf } from './panels.js';
import { PluginSettings } from './plugin-settings.js';

/** Installed plugins, their panels, and marketplaces. */
export default function PluginsPage() {
  const { http } = useOffice();
  const plugins = useOfficeState((state) => state.plugins);
  const { busy, act } = useAction();
  const check = () =>
    void act(async () => {
      const { found, error } = await http.checkPluginUpdates();
      const offered = `${plural(found, 'update')} ${found === 1 ? 'is' : 'are'} on offer.`;
      notify(error ?? (found === 0 ? 'Everything is up to date.' : offered));
    });
  const panels = panelsOf(plugins.records);
  const tabs = [
    { id: 'installed', label: `Installed (${plugins.records.length})`, content: <Installed /> },
    { id: 'panels', label: `Panels (${panels.length})`, content: <Panels panels={panels} /> },
    {
      id: 'marketplaces',
      label: `Marketplaces (${plugins.marketplaces.length})`,
      content: <Marketplaces />,
    },
  ];
  return (
    <Page
      title="Plugins"
      about="They bring tools, models, skills, roles, pipelines and panels. Their code runs apart from the service and reaches only what it was permitted."
      actions={
        <>
          <Button
            isPending={busy}
            onPress={() => void act(() => http.refreshPlugins(), 'Looked through the folders.')}
          >
            Look through the folders
          </Button>
          <Button isPending={busy} onPress={check}>
            Check for updates
          </Button>
        </>
      }
    >
      <PageTabs label="Plugins" tabs={tabs} />
    </Page>
  );
}

/** Up to this many records are listed without folding. */
const fewRecords = 4;

function Installed() {
  const { records, pluginsRoot } = useOfficeState((state) => state.plugins);
  const [text, setText] = useAddressState('text', '', 'in place');
  if (records.length === 0) {
    return (
      <Empty title="No plugin yet">
        <p>
          Put one into {pluginsRoot} and look through the folders, or install one from a
          marketplace.
        </p>
      </Empty>
    );
  }
  const words = text.trim().toLowerCase();
  const shown = records.filter(({ manifest, registeredToolNames }) =>
    [manifest.id, manifest.name, manifest.description, ...registeredToolNames]
      .join(' ')
      .toLowerCase()
      .includes(words),
  );
  return (
    <div className="stack">
      {records.length > fewRecords && (
        <TextField label="Search" type="search" value={text} onChange={setText} />
      )}
      {shown.length === 0 && (
        <Empty title="No plugin is like that">
          <Button onPress={() => setText('')}>Show all of them</Button>
        </Empty>
      )}
      <div className="grid wide plugin-cards">
        {shown.map((record) => (
          <Plugin key={record.manifest.id} record={record} />
        ))}
      </div>
    </div>
  );
}

function Plugin({ record }: { readonly record: PluginRecord }) {
  const { http } = useOffice();
  const { manifest, enabled, status, error, source, contributions, update, settings } = record;
  const [isOpen, setOpen] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, act } = useAction();
  const brings = Object.entries(contributions).filter(([, number]) => Number(number) > 0);
  return (
    <article className="card stack tight">
      <div className="row between">
        <span className="row tight">
          <h2 className="part-title">{manifest.name}</h2>
          <span className="muted">{manifest.version}</span>
          <Badge tone={status === 'loaded' ? 'good' : status === 'error' ? 'bad' : 'plain'}>
            {status}
          </Badge>
          <Badge>{source}</Badge>
        </span>
        <Check
          isOn={enabled}
          isDisabled={busy}
          onChange={(on) => void act(() => http.enablePlugin(manifest.id, on))}
        >
          Enabled
        </Check>
      </div>
      <p>{manifest.description}</p>
      {error !== null && <p className="notice bad small">{error}</p>}
      <Facts
        rows={[
          [
            'Brings',
            brings.map(([name, number]) => broughtText(name, Number(number))).join(', ') ||
              'nothing',
          ],
          ['May', manifest.permissions?.join(', ') ?? 'nothing'],
          ...(record.registeredToolNames.length === 0
            ? []
            : [['Tools', record.registeredToolNames.join(', ')] as const]),
        ]}
      />
      {enabled &&
        record.contributedProviderHosts.map((host) => (
          <ProviderKey key={host.id} pluginId={manifest.id} host={host} />
        ))}
      <div className="row">
        {manifest.settings !== undefined && manifest.settings.length > 0 && (
          <Button onPress={() => setOpen(true)}>Settings</Button>
        )}
        <RawRecord pluginId={manifest.id} />
        {update !== undefined && (
          <Badge tone="busy">{update.latest} is on offer in the marketplace</Badge>
        )}
        {source !== 'bundled' && (
          <Button look="danger" onPress={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      {isRemoving && (
        <Confirm
          title={`Remove ${manifest.name}?`}
          action="Remove the plugin"
          done={`${manifest.name} is removed.`}
          onConfirm={() => http.removePlugin(manifest.id)}
          onClose={() => setRemoving(false)}
        >
          <p>
            Its folder and its settings are deleted, and what it brings is gone from the office.
          </p>
        </Confirm>
      )}
      {isOpen && (
        <PluginSettings
          pluginId={manifest.id}
          name={manifest.name}
          values={settings}
          onClose={() => setOpen(false)}
        />
      )}
    </article>
  );
}

/** The record as JSON. */
function RawRecord({ pluginId }: { readonly pluginId: string }) {
  const { http } = useOffice();
  const [text, setText] = useState<string | null>(null);
  const { busy, act } = useAction();
  const ask = () =>
    void act(async () => setText(JSON.stringify(await http.plugin(pluginId), null, 2)));
  return (
    <>
      <Button look="quiet" isPending={busy} onPress={ask}>
        Record
      </Button>
      {text !== null && (
        <Dialog title={pluginId} onClose={() => setText(null)} wide>
          <pre className="code" tabIndex={0}>
            {text}
          </pre>
        </Dialog>
      )}
    </>
  );
}

/** Allows or denies the operator's key to a host that a plugin names. */
function ProviderKey({
  pluginId,
  host,
}: {
  readonly pluginId: string;
  readonly host: ContributedProviderHost;
}) {
  const office = useOffice();
  const { act } = useAction();
  const { id, label, host: name, keyEnvVar, keyStatus } = host;
  const decide = (confirmed: boolean) =>
    void act(() => office.command('confirmProviderKey', { pluginId, providerId: id, confirmed }));
  return (
    <p className="notice small">
      <span className="grow">
        {label} is asked at {name}. {keyWords(keyStatus, keyEnvVar)}
      </span>
      {keyStatus === 'waiting' && <Button onPress={() => decide(true)}>Let it have the key</Button>}
      {keyStatus === 'confirmed' && (
        <Button onPress={() => decide(false)}>Take the key back</Button>
      )}
    </p>
  );
}

/** A plugin's contribution in words: `1 model`, `2 routing rules`. */
function broughtText(name: string, number: number): string {
  const words = name
    .replace('uiPanels', 'panels')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${number} ${number === 1 ? words.replace(/s$/, '') : words}`;
}

/** State of the operator's key in words. */
function keyWords(status: ContributedProviderHost['keyStatus'], variable: string | null): string {
  const key = variable ?? 'a key';
  switch (status) {
    case 'none':
      return 'It needs no key.';
    case 'withheld':
      return `It does not get ${key}, which belongs to the service or to another provider.`;
    case 'waiting':
      return `It would get the value of ${key}, once you let it.`;
    case 'confirmed':
      return `It gets the value of ${key}.`;
  }
}
