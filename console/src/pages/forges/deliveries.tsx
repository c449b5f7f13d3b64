import { useCallback, useState } from 'react';
import type { DeliverySource, DeliveryState, TriggerDelivery } from '#protocol/records/triggers.js';
import { dateTime, plural } from '../../app/format.js';
import { useOffice } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton, type Tone } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Deliveries shown until more are requested. */
const fewDeliveries = 5;

export const stateTones: Readonly<Record<DeliveryState, Tone>> = {
  started: 'good',
  sent: 'good',
  waiting: 'busy',
  refused: 'bad',
  'given-up': 'bad',
};

const sources: Readonly<Record<DeliverySource, string>> = {
  schedule: 'the clock',
  hook: 'a call',
  sample: 'a person',
  event: 'the office',
};

/** The latest deliveries of a trigger. */
export function Deliveries({
  triggerId,
  name,
  version,
}: {
  readonly triggerId: string;
  readonly name: string;
  readonly version: unknown;
}) {
  const { http } = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => http.deliveriesOf(triggerId, { signal }),
    [http, triggerId],
  );
  const { value: deliveries, error } = useLoaded(load, version);
  const [isWhole, setWhole] = useState(false);
  if (error !== null) return <p className="notice bad small">{error}</p>;
  if (deliveries === null) return <Skeleton height={60} />;
  if (deliveries.length === 0) return <p className="muted small">It has not gone off yet.</p>;
  const shown = isWhole ? deliveries : deliveries.slice(0, fewDeliveries);
  return (
    <>
      <div className="table-wrap" tabIndex={0} role="region" aria-label={`Times of ${name}`}>
        <table className="table told">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">By</th>
              <th scope="col">State</th>
              <th scope="col">Run</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} />
            ))}
          </tbody>
        </table>
      </div>
      {deliveries.length > shown.length && (
        <div className="row">
          <Button look="quiet" onPress={() => setWhole(true)}>
            Show all {deliveries.length}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({
  delivery: { at, source, state, runId, message, attempts },
}: {
  readonly delivery: TriggerDelivery;
}) {
  return (
    <tr>
      <td>{dateTime(at)}</td>
      <td data-before="by">{sources[source]}</td>
      <td>
        <Badge tone={stateTones[state]}>{state.replace('-', ' ')}</Badge>
        {attempts > 1 && ` after ${plural(attempts, 'attempt')}`}
      </td>
      <td>{runId === null ? '–' : <a href={hrefTo(['runs', runId])}>Open the run</a>}</td>
      <td>{message ?? '–'}</td>
    </tr>
  );
}
