import { useState } from 'react';
import type { Forge } from '#protocol/records/forges.js';
import { ago, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useNow, useOffice, useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Details } from '../../ui/details.js';
import { Elsewhere } from '../../ui/elsewhere.js';
import { Badge, Empty, Facts } from '../../ui/pieces.js';
import { ChangeForge } from './change-forge.js';
import { NewSecret } from './new-secret.js';
import { forgeNames } from './connect-forge.js';
import { ForgeIssues } from './forge-issues.js';
import { ForgeNotes } from './forge-notes.js';
import { asksFor } from './rule-fields.js';
import { TokenRights } from './token-rights.js';

interface Props {
  /** Another value reloads the parts of the list. */
  readonly version: unknown;
  readonly mayChange: boolean;
  readonly onChange: () => void;
}

/** The connected repositories. */
export function Forges({
  forges,
  ...rest
}: Omit<Props, 'version'> & { readonly forges: readonly Forge[] }) {
  if (forges.length === 0) {
    return (
      <Empty title="No repository is connected">
        <p>
          Connect one with a token, give an issue the label “office”, and its change comes back as a
          pull request.
        </p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      {forges.map((forge) => (
        <ForgeCard key={forge.id} forge={forge} version={forges} {...rest} />
      ))}
    </div>
  );
}

function ForgeCard({ forge, version, mayChange, onChange }: Props & { readonly forge: Forge }) {
  const { http } = useOffice();
  const { id, kind, repository, page, paused, problem } = forge;
  const [isChanging, setChanging] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, act } = useAction();
  const turn = () =>
    void act(
      async () => {
        await http.changeForge(id, { paused: !paused });
        onChange();
      },
      paused ? `${repository} goes on.` : `${repository} is paused.`,
    );
  const look = () =>
    void act(async () => {
      await http.pollForge(id);
      onChange();
    }, 'The office looks for news.');
  return (
    <article className="card stack" aria-label={repository}>
      <div className="row between">
        <span className="row tight">
          <h2 className="part-title">
            <Elsewhere href={page}>{repository}</Elsewhere>
          </h2>
          <Badge>{forgeNames[kind]}</Badge>
          <Badge tone={paused ? 'wait' : problem === null ? 'good' : 'bad'}>
            {paused ? 'paused' : problem === null ? 'on' : 'cannot be asked'}
          </Badge>
        </span>
        <span className="row tight">
          <Button isPending={busy} onPress={look}>
            Look now
          </Button>
          {mayChange && (
            <>
              <Button isPending={busy} onPress={turn}>
                {paused ? 'Resume' : 'Pause'}
              </Button>
              <Button onPress={() => setChanging(true)}>Change</Button>
              <Button onPress={() => setRenewing(true)}>New secret</Button>
              <Button look="danger" onPress={() => setRemoving(true)}>
                Remove
              </Button>
            </>
          )}
        </span>
      </div>
      {problem !== null && <p className="notice bad small">{problem}</p>}
      <ForgeNotes forge={forge} />
      <ForgeFacts forge={forge} />
      <Details summary="What its token may do">
        {() => (
          <div className="folded-part">
            <TokenRights forgeId={id} />
          </div>
        )}
      </Details>
      <ForgeIssues forge={forge} version={version} />
      {isChanging && (
        <ChangeForge forge={forge} onChanged={onChange} onClose={() => setChanging(false)} />
      )}
      {isRenewing && (
        <NewSecret
          of={`the webhook of ${forge.repository}`}
          make={async () => (await http.renewWebhookSecret(forge.id)).webhookSecret}
          onClose={() => setRenewing(false)}
        />
      )}
      {isRemoving && (
        <Confirm
          title={`Disconnect ${repository}?`}
          action="Disconnect it"
          done={`${repository} is disconnected.`}
          onConfirm={async () => {
            await http.removeForge(id);
            onChange();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>
            Its token is forgotten. Runs at work go on, and nothing of them is delivered there any
            more.
          </p>
        </Confirm>
      )}
    </article>
  );
}

function ForgeFacts({ forge }: { readonly forge: Forge }) {
  const { workspaceId, login, base, polledAt, issueUsd, perDay, wakes } = forge;
  const now = useNow();
  const floor = useOfficeState((state) => state.workspaces.find(({ id }) => id === workspaceId));
  return (
    <Facts
      rows={[
        ['Floor', floor?.name ?? workspaceId],
        ['Becomes work by', asksFor(forge)],
        [
          'Bounds',
          `$${issueUsd} for an issue, ${plural(perDay, 'issue')} a day, goes on ${plural(wakes, 'time')} at most`,
        ],
        ['Writes as', `${login}, for the branch ${base}`],
        ['Last look', polledAt === null ? 'not yet' : ago(polledAt, now)],
      ]}
    />
  );
}
