import { routingPostures, type ModelSource } from '#protocol/records/enums.js';
import type { ProviderStatus } from '#protocol/records/models.js';
import { modeTexts } from '#protocol/texts/models.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { ago, plural } from '../../app/format.js';
import { notify, useAction } from '../../app/notices.js';
import { useNow, useOffice, useOfficeState, useOrganisation } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/fields.js';
import { Badge, Facts, Page } from '../../ui/pieces.js';
import ProviderKeys from '../../start/provider-keys.js';
import { Models } from './models.js';
import { providerState } from './provider-state.js';

/** The models with their providers and quality. */
export default function ModelsPage() {
  return (
    <Page
      title="Models and providers"
      about="Each turn goes to one of these by its role's policy, the posture, quality and price. A correction here wins over the catalogue."
      actions={<Posture />}
    >
      <section className="card stack tight" aria-label="Keys">
        <h2>Keys</h2>
        <ProviderKeys />
      </section>
      <Providers />
      <Signals />
      <Models />
    </Page>
  );
}

function Posture() {
  const organisation = useOrganisation();
  const posture = useOfficeState((state) => state.routingPosture);
  const { busy, act } = useAction();
  return (
    <Select
      label="Posture of this floor"
      value={posture}
      choices={routingPostures.map((id) => ({ id, label: id }))}
      isDisabled={busy}
      onChange={(id) =>
        void act(() => organisation.setRoutingPosture(id as typeof posture), `Posture: ${id}.`)
      }
    />
  );
}

function Providers() {
  const { http } = useOffice();
  const providers = useOfficeState((state) => state.providers);
  const { busy, act } = useAction();
  const discover = (providerId?: string) =>
    void act(async () => {
      const { note, reports } = await http.discoverModels(
        providerId === undefined ? {} : { providerId },
      );
      const failed = reports
        .filter(({ ok }) => !ok)
        .map((each) => `${each.providerId}: ${each.error}`);
      notify(note ?? (failed.length > 0 ? failed.join('; ') : 'Asked. The list is up to date.'));
    });
  return (
    <section className="stack tight">
      <div className="row between">
        <h2>Providers</h2>
        <Button isPending={busy} onPress={() => discover()}>
          Ask all for their models
        </Button>
      </div>
      <div className="grid">
        {providers.filter(isCompany).map((provider) => (
          <Provider
            key={provider.id}
            provider={provider}
            onDiscover={() => discover(provider.id)}
          />
        ))}
      </div>
    </section>
  );
}

/** True for all but the provider of simulated employees, which needs no request and no key. */
function isCompany({ hint }: ProviderStatus): boolean {
  return hint !== modeTexts.mockHint;
}

/** Names of the sources of a model list. */
const sourceWords: Readonly<Record<ModelSource, string>> = {
  seed: 'as shipped',
  discovered: 'by its own list',
  degraded: 'by an older list: it could not be asked',
};

function Provider({
  provider,
  onDiscover,
}: {
  readonly provider: ProviderStatus;
  readonly onDiscover: () => void;
}) {
  const { label, configured, detail, hint, modelCount, modelSource, modelSourceDetail, local } =
    provider;
  const { keyRefusal = null } = provider;
  const { tone, words } = providerState(provider);
  return (
    <div className="card stack tight">
      <div className="row between">
        <h3>{label}</h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p className="small muted">
        {plural(modelCount, 'model')}
        {local && ' on this machine'} {sourceWords[modelSource]}
      </p>
      {[...new Set([keyRefusal, hint, detail, modelSourceDetail])].map(
        (line) =>
          line !== null && (
            <p key={line} className="small">
              {toldWords(line)}
            </p>
          ),
      )}
      {configured && <Button onPress={onDiscover}>Ask for its models</Button>}
    </div>
  );
}

function Signals() {
  const { http } = useOffice();
  const { benchmarks, health, learned } = useOfficeState((state) => state.modelSignals);
  const { busy, act } = useAction();
  const now = useNow(10_000);
  const at = (time: number | null) => (time === null ? 'not asked yet' : ago(time, now));
  const refresh = () =>
    void act(async () => {
      const { ok, error } = await http.refreshBenchmarks();
      notify(ok ? 'Benchmarks are up to date.' : (error ?? 'Nothing came.'), ok ? 'info' : 'error');
    });
  const check = () =>
    void act(async () => {
      const { ok, error, fetched } = await http.refreshModelHealth({ limit: 20 });
      notify(
        ok ? `${plural(fetched ?? 0, 'model')} looked at.` : (error ?? 'Nothing came.'),
        ok ? 'info' : 'error',
      );
    });
  return (
    <section className="card stack tight">
      <h2>What is known of their quality</h2>
      <Facts
        rows={[
          [
            'Benchmarks',
            benchmarks.enabled
              ? `${plural(benchmarks.models, 'model')}, ${at(benchmarks.fetchedAt)}. ${benchmarks.attribution}`
              : (benchmarks.detail ?? 'off'),
          ],
          [
            'Uptime',
            health.enabled ? `${plural(health.known, 'model')}, ${at(health.fetchedAt)}` : 'off',
          ],
          [
            'Learned here',
            `${plural(learned.samples, 'sample')} of ${plural(learned.models, 'model')}`,
          ],
        ]}
      />
      <div className="row">
        <Button isPending={busy} onPress={refresh}>
          Fetch benchmarks
        </Button>
        <Button isPending={busy} onPress={check}>
          Look at uptime
        </Button>
      </div>
    </section>
  );
}
