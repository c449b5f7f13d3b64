import { useState } from 'react';
import type { Trigger } from '#protocol/records/triggers.js';
import { baseAddress } from '../../app/base-address.js';
import { plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Badge, Empty, Facts } from '../../ui/pieces.js';
import { ChangeTrigger } from './change-trigger.js';
import { Deliveries } from './deliveries.js';
import { NewSecret } from './new-secret.js';
import { namedTimeIn } from './time-in.js';
import { eventNames, formatNames, kindNames, signatureNames } from './trigger-names.js';
import { TryTrigger } from './try-trigger.js';

interface Props {
  /** Another value reloads the parts of the list. */
  readonly version: unknown;
  readonly mayChange: boolean;
  readonly onChange: () => void;
}

/** Schedules and hooks. */
export function Triggers({
  triggers,
  ...rest
}: Omit<Props, 'version'> & { readonly triggers: readonly Trigger[] }) {
  if (triggers.length === 0) {
    return (
      <Empty title="No trigger yet">
        <p>
          One begins runs by the clock or when somebody calls, or tells others what happens here.
        </p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      {triggers.map((trigger) => (
        <TriggerCard key={trigger.id} trigger={trigger} version={triggers} {...rest} />
      ))}
    </div>
  );
}

function TriggerCard({
  trigger,
  version,
  mayChange,
  onChange,
}: Props & { readonly trigger: Trigger }) {
  const { http } = useOffice();
  const { id, kind, name, paused } = trigger;
  const [isTrying, setTrying] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, act } = useAction();
  const turn = () =>
    void act(
      async () => {
        await http.changeTrigger(id, { paused: !paused });
        onChange();
      },
      paused ? `“${name}” goes on.` : `“${name}” is paused.`,
    );
  return (
    <article className="card stack" aria-label={name}>
      <div className="row between">
        <span className="row tight">
          <h2 className="part-title">{name}</h2>
          <Badge>{kindNames[kind]}</Badge>
          <Badge tone={paused ? 'wait' : 'good'}>{paused ? 'paused' : 'on'}</Badge>
        </span>
        {mayChange && (
          <span className="row tight">
            <Button isPending={busy} onPress={turn}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <Button onPress={() => setTrying(true)}>Try it</Button>
            <Button onPress={() => setChanging(true)}>Change</Button>
            {kind !== 'schedule' && <Button onPress={() => setRenewing(true)}>New secret</Button>}
            <Button look="danger" onPress={() => setRemoving(true)}>
              Remove
            </Button>
          </span>
        )}
      </div>
      {trigger.brief !== undefined && <p>{trigger.brief}</p>}
      <TriggerFacts trigger={trigger} />
      <Deliveries triggerId={id} name={name} version={version} />
      {isTrying && (
        <TryTrigger trigger={trigger} onTried={onChange} onClose={() => setTrying(false)} />
      )}
      {isChanging && (
        <ChangeTrigger trigger={trigger} onChanged={onChange} onClose={() => setChanging(false)} />
      )}
      {isRenewing && (
        <NewSecret
          of={`“${name}”`}
          triggerId={id}
          make={async (wanted) => {
            const { secret = '' } = await http.renewTriggerSecret(id, wanted);
            onChange();
            return secret;
          }}
          onClose={() => setRenewing(false)}
        />
      )}
      {isRemoving && (
        <Confirm
          title={`Remove “${name}”?`}
          action="Remove it"
          done={`“${name}” is removed.`}
          onConfirm={async () => {
            await http.removeTrigger(id);
            onChange();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>It begins and tells nothing any more, and its log is gone.</p>
        </Confirm>
      )}
    </article>
  );
}

function TriggerFacts({ trigger }: { readonly trigger: Trigger }) {
  const { kind, workspaceId, runUsd, dayUsd, dayRuns } = trigger;
  const floors = useOfficeState((state) => state.workspaces);
  const floor = floors.find(({ id }) => id === workspaceId)?.name ?? workspaceId;
  const bounds = [
    ...(runUsd === undefined ? [] : [`$${runUsd} a run`]),
    ...(dayUsd === undefined ? [] : [`$${dayUsd} a day`]),
    ...(dayRuns === undefined ? [] : [`${plural(dayRuns, 'run')} a day`]),
  ];
  const first = floors[0]?.name ?? 'the first one';
  const where = floor ?? (kind === 'outbound' ? 'all' : first);
  return (
    <Facts
      rows={[
        ...ownFacts(trigger),
        ['Floor', where],
        ...(bounds.length === 0 ? [] : [['At most', bounds.join(', ')] as const]),
      ]}
    />
  );
}

function ownFacts(trigger: Trigger): readonly (readonly [string, string])[] {
  const { kind, cron, timeZone: zone = 'UTC', nextAt, path, host, events = [] } = trigger;
  const { signature = 'standard', format = 'standard' } = trigger;
  if (kind === 'schedule') {
    const next = typeof nextAt === 'number' ? namedTimeIn(zone, nextAt) : 'not while it is paused';
    return [
      ['Next', next],
      ['Schedule', `${cron}, ${zone}`],
    ];
  }
  if (kind === 'hook') {
    return [
      ['Called with', `POST ${baseAddress}/${path}`],
      ['Signed', signatureNames[signature]],
    ];
  }
  return [
    ['Tells', host ?? ''],
    ['In the form', formatNames[format]],
    ['Of', events.map((event) => eventNames[event]).join(', ')],
  ];
}
