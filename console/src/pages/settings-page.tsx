import { useState } from 'react';
import { limits } from '#protocol/limits.js';
import { logLevels, routingPostures } from '#protocol/records/enums.js';
import type { OfficeSettings } from '#protocol/records/office.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { duration, plural } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { setLetterKeys, useLetterKeys } from '../app/letter-keys.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { ownName, setOwnName } from '../app/own-name.js';
import { forgetTab } from '../app/storage.js';
import { useKeptDraft } from '../app/use-kept-draft.js';
import { Button } from '../ui/button.js';
import { Check, Select, TextField } from '../ui/fields.js';
import { Badge, Facts, Page } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useCallback } from 'react';
import type { Vendor } from '#protocol/records/vendors.js';
import type { McpServer } from '#protocol/records/mcp.js';
import { harnessSpend, harnessState, mcpServerState } from './models/provider-state.js';
import { amountOf } from '../app/amounts.js';
import { AmountField } from '../ui/amount-field.js';
import { takeByEnter } from '../ui/take-by-enter.js';
import { Unsaved } from '../ui/unsaved.js';

const options = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));

/** Settings of the whole installation. */
export default function SettingsPage() {
  const settings = useOfficeState((state) => state.settings);
  return (
    <Page
      title="Settings"
      about="They hold for every floor and take effect at once; a saved value wins over the environment."
    >
      <SettingsForm settings={settings} />
      <You />
      <Service />
      <Connections />
    </Page>
  );
}

/** Settings in fields; `asked` is the amount of `softSpendApprovalUsd` as it was typed. */
type Fields = OfficeSettings & { readonly asked: string };

/** The edited fields whose values the service would refuse. */
function settingsProblems(changed: Partial<Fields>): ReadonlySet<keyof Fields> {
  const { concurrencyMin: fewest, concurrencyMax: most, approvalTimeoutMinMs: shortest } = limits;
  const { maxConcurrency: places = fewest, approvalTimeoutMs: waits = shortest } = changed;
  const problems = new Set<keyof Fields>();
  if (!Number.isInteger(places) || places < fewest || places > most) {
    problems.add('maxConcurrency');
  }
  if (waits < shortest) problems.add('approvalTimeoutMs');
  if (Number.isNaN(amountOf(changed.asked ?? '0'))) problems.add('asked');
  return problems;
}

/** Edited fields stay until they are saved, also when somebody else saves others meanwhile. */
function SettingsForm({ settings }: { readonly settings: OfficeSettings }) {
  const office = useOffice();
  const { busy, act } = useAction();
  const edits = useKeptDraft<Fields>('office-settings', {
    ...settings,
    asked: String(settings.softSpendApprovalUsd),
  });
  const { draft: now, set } = edits;
  const problems = settingsProblems(edits.changed);
  const save = async () => {
    const { asked, ...others } = edits.changed;
    const amount = asked !== undefined && { softSpendApprovalUsd: amountOf(asked) };
    const change = { ...others, ...amount };
    if (await act(() => office.http.updateSettings(change), 'Saved.')) edits.drop();
  };
  return (
    <section className="card stack" onKeyDown={takeByEnter}>
      <div className="form-grid">
        <Select
          label="Routing posture of new floors"
          value={now.defaultRoutingPosture}
          choices={options(routingPostures)}
          onChange={(id) =>
            set({ defaultRoutingPosture: id as OfficeSettings['defaultRoutingPosture'] })
          }
        />
        <TextField
          label="Employees at work at once"
          type="number"
          value={String(now.maxConcurrency)}
          onChange={(text) => set({ maxConcurrency: Number(text) })}
          isInvalid={problems.has('maxConcurrency')}
          hint={`On one floor, over all its runs; ${limits.concurrencyMin} to ${limits.concurrencyMax}.`}
        />
        <AmountField
          label="Ask before spending more than, dollars"
          value={now.asked}
          onChange={(text) => set({ asked: text })}
          hint="0 or more; 0 never asks."
        />
        <TextField
          label="An approval waits, seconds"
          type="number"
          value={String(now.approvalTimeoutMs / 1000)}
          onChange={(text) => set({ approvalTimeoutMs: Number(text) * 1000 })}
          isInvalid={problems.has('approvalTimeoutMs')}
          hint={`${limits.approvalTimeoutMinMs / 1000} or more; then it counts as refused.`}
        />
        <Select
          label="Level of the log"
          value={now.logLevel}
          choices={options(logLevels)}
          onChange={(id) => set({ logLevel: id as OfficeSettings['logLevel'] })}
        />
        <TextField
          label="Folder of floors"
          isLong
          value={now.workspacesRoot}
          onChange={(workspacesRoot) => set({ workspacesRoot })}
        />
      </div>
      <Check isOn={now.autoApproveShell} onChange={(on) => set({ autoApproveShell: on })}>
        Run commands without asking. Employees may then do anything your account may do.
      </Check>
      <Check
        isOn={now.allowExternalWorkspaces}
        onChange={(on) => set({ allowExternalWorkspaces: on })}
      >
        Floors may work outside of the folder of floors.
      </Check>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!edits.isBegun || problems.size > 0}
          onPress={() => void save()}
        >
          Save
        </Button>
        <Unsaved of={edits} />
      </div>
    </section>
  );
}

function You() {
  const [name, setName] = useState(ownName);
  const areKeysOn = useLetterKeys();
  const change = (text: string) => {
    setName(text);
    setOwnName(text);
  };
  return (
    <section className="card stack">
      <h2>You</h2>
      <TextField
        label="Your name"
        value={name}
        onChange={change}
        maxLength={limits.approverNameCharacters}
        hint="Goes on record with approvals you answer. Kept in this browser; there are no accounts."
      />
      <Check isOn={areKeysOn} onChange={setLetterKeys}>
        Keys of letters alone, such as g r for Runs. Those with Alt or Ctrl stay.
      </Check>
    </section>
  );
}

function Service() {
  const office = useOffice();
  const load = useCallback((signal: AbortSignal) => office.http.health({ signal }), [office]);
  const { value: health } = useLoaded(load);
  const staleDetail = useOfficeState((state) => state.configStaleDetail);
  if (health === null) return null;
  return (
    <section className="card stack tight">
      <h2>Service</h2>
      {staleDetail !== null && <p className="notice wait">{staleDetail}</p>}
      {health.problems?.map((problem) => (
        <p key={problem} className="notice wait">
          {problem}
        </p>
      ))}
      <Facts
        rows={[
          ['Version', health.version],
          ['Store', health.store],
          [
            'Employees',
            `${health.llmMode === 'live' ? 'live' : 'simulated'}: ${toldWords(health.llmModeReason)}`,
          ],
          ['Sandbox', health.sandbox?.detail ?? 'switched off (OFFICE_SANDBOX)'],
          ['Up for', duration(health.uptimeMs)],
          ['Protocol', String(health.protocolVersion)],
        ]}
      />
      <div className="row">
        <Button
          onPress={() => {
            forgetTab();
            location.reload();
          }}
        >
          Forget the token of this tab
        </Button>
      </div>
    </section>
  );
}

/** MCP servers and agent harnesses, which the operator configures in files. */
function Connections() {
  const { http } = useOffice();
  const mcp = useOfficeState((state) => state.mcp);
  const bay = useOfficeState((state) => state.vendorBay);
  const { busy, act } = useAction();
  return (
    <section className="card stack">
      <div className="row between">
        <h2>MCP servers</h2>
        <Button
          isPending={busy}
          onPress={() => void act(() => http.refreshMcp(), 'Connected again.')}
        >
          Read the configuration again
        </Button>
      </div>
      {mcp.problems?.map((problem) => (
        <div key={problem} className="row">
          <Badge tone="bad">configuration</Badge>
          <span className="small">{problem}</span>
        </div>
      ))}
      {mcp.servers.length === 0 && (
        <p className="muted">
          None. {mcp.configPath ?? 'Name one in a configuration file'}; docs/mcp.md says how.
        </p>
      )}
      {mcp.servers.map((server) => (
        <Server key={server.id} server={server} />
      ))}
      <div className="row between">
        <h2>Agent harnesses</h2>
        <Button
          isPending={busy}
          onPress={() => void act(() => http.refreshVendors(), 'Asked again.')}
        >
          Look for them again
        </Button>
      </div>
      {bay.vendors.length === 0 && (
        <p className="muted">None. docs/harnesses.md says how to add one.</p>
      )}
      {bay.vendors.map((vendor) => (
        <Harness key={vendor.id} vendor={vendor} />
      ))}
    </section>
  );
}

function Server({ server }: { readonly server: McpServer }) {
  const { tone, words } = mcpServerState(server);
  return (
    <div className="row">
      <strong>{server.id}</strong>
      <span className={tone === 'bad' ? 'notice bad small' : 'small'}>{words}</span>
      <span className="muted small">{server.transport}</span>
    </div>
  );
}

function Harness({ vendor }: { readonly vendor: Vendor }) {
  const { label, detail, authNote, engagements } = vendor;
  const spend = harnessSpend(vendor);
  const { tone, words } = harnessState(vendor);
  return (
    <div className="row">
      <strong>{label}</strong>
      <Badge tone={tone}>{words}</Badge>
      <span className="muted small">
        {plural(engagements, 'engagement')}
        {spend} {detail} {authNote}
      </span>
    </div>
  );
}
