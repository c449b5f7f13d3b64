import type { ModelSpec } from '#protocol/records/models.js';
import { count, dollars } from '../../app/format.js';
import { useOfficeState } from '../../app/office-context.js';
import { Badge } from '../../ui/pieces.js';

export function ModelTable({
  models,
  corrected,
  onChoose,
}: {
  readonly models: readonly ModelSpec[];
  readonly corrected: ReadonlySet<string>;
  readonly onChoose: (id: string) => void;
}) {
  const providers = useOfficeState((state) => state.providers);
  const isLive = useOfficeState((state) => state.llmMode === 'live');
  const labels = new Map(providers.map(({ id, label }) => [id, label]));
  const keyless = new Set(providers.filter(({ configured }) => !configured).map(({ id }) => id));
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label="Models">
      <table className="table">
        <thead>
          <tr>
            <th>Model</th>
            <th>Provider</th>
            <th>Tier</th>
            <th className="num">Context</th>
            <th className="num">$ in per million</th>
            <th className="num">$ out per million</th>
            <th className="num">Quality</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={`${model.providerId}/${model.id}`}>
              <td>
                <button type="button" className="link-button" onClick={() => onChoose(model.id)}>
                  {model.label}
                </button>
              </td>
              <td>{labels.get(model.providerId) ?? model.providerId}</td>
              <td>{model.tier}</td>
              <td className="num">{count(model.contextWindow)}</td>
              <td className="num">{price(model, model.costPerMTokIn)}</td>
              <td className="num">{price(model, model.costPerMTokOut)}</td>
              <td className="num">{model.quality?.quality.toFixed(2) ?? ''}</td>
              <td>
                <span className="row tight">
                  <State
                    isOff={model.disabled === true}
                    isKeyless={isLive && keyless.has(model.providerId)}
                  />
                  {corrected.has(model.id) && <Badge tone="busy">corrected</Badge>}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function State({ isOff, isKeyless }: { readonly isOff: boolean; readonly isKeyless: boolean }) {
  if (isOff) return <Badge tone="bad">off</Badge>;
  return isKeyless ? <Badge>no key</Badge> : <Badge tone="good">on</Badge>;
}

function price({ unpriced }: ModelSpec, usd: number): string {
  if (unpriced === true) return 'unknown';
  return usd === 0 ? 'free' : dollars(usd);
}
