import { useState } from 'react';
import { forgeKinds, type ForgeKind } from '#protocol/records/enums.js';
import type { ConnectedForge } from '#protocol/records/forges.js';
import { forgePlaceOf } from '#protocol/rules/forge-place.js';
import { baseAddress } from '../../app/base-address.js';
import { plural } from '../../app/format.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { CopiedOnce } from '../../ui/copied-once.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { DoneRow } from '../../ui/done-row.js';
import { Elsewhere } from '../../ui/elsewhere.js';
import { FoldedFields, Form, FormSelect, FormText, useForm } from '../../ui/form.js';
import { FloorField, usePipelineOf } from './floor-fields.js';
import { ForgeNotes } from './forge-notes.js';
import { holdsToken } from './holds-token.js';
import {
  asksFor,
  isWhole,
  type RuleDraft,
  RuleFields,
  ruleNames,
  rulesIn,
  usualRules,
} from './rule-fields.js';
import { TokenRights } from './token-rights.js';

export const forgeNames: Readonly<Record<ForgeKind, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea, Forgejo',
};

/** The permissions that a token needs. */
const needs: Readonly<Record<ForgeKind, string>> = {
  github:
    'Fine-grained, for this repository: contents, issues and pull requests to write; checks, statuses and actions to read.',
  gitlab: 'Of the project or an account, role Developer, scope api.',
  gitea: 'Repository and issues to write, user to read; of an administrator of the repository.',
};

/** Address of the page for making tokens; null: the server is not known yet. */
function pageForTokens(kind: ForgeKind, url: string, repository: string): string | null {
  if (kind === 'gitea') return url === '' ? null : `${url}/user/settings/applications`;
  const home = url === '' ? `https://${kind}.com` : url;
  if (kind === 'github') return `${home}/settings/personal-access-tokens/new`;
  return repository === '' ? null : `${home}/${repository}/-/settings/access_tokens`;
}

interface Props {
  readonly onConnected: () => void;
  readonly onClose: () => void;
}

/** Connects a repository, and shows once the data for its webhook. */
export function ConnectForge({ onConnected, onClose }: Props) {
  const [made, setMade] = useState<ConnectedForge | null>(null);
  const connected = (answer: ConnectedForge) => {
    setMade(answer);
    onConnected();
  };
  const title = made === null ? 'Connect a repository' : `${made.forge.repository} is connected`;
  return (
    <Dialog title={title} onClose={onClose} wide>
      {made === null ? (
        <Connecting onMade={connected} onClose={onClose} />
      ) : (
        <Connected made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** What is typed of a repository. */
interface Place {
  readonly named: string;
  /** Null: it follows from the address. */
  readonly chosenKind: ForgeKind | null;
  readonly chosenUrl: string | null;
  readonly floorId: string;
  readonly token: string;
}

function isSecretAddress(name: string, value: unknown): boolean {
  const isAddress = name === 'named' || name === 'chosenUrl';
  return isAddress && typeof value === 'string' && holdsToken(value);
}

function Connecting({
  onMade,
  onClose,
}: {
  readonly onMade: (made: ConnectedForge) => void;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const shownFloor = useOfficeState((state) => state.activeWorkspaceId);
  const typed = useKeptDraft<Place & RuleDraft>(
    'office-new-forge',
    {
      ...{ named: '', chosenKind: null, chosenUrl: null, floorId: shownFloor, token: '' },
      ...usualRules,
    },
    { secrets: ['token'], isSecret: isSecretAddress },
  );
  const { named, chosenKind, chosenUrl, floorId, token, ...typedRules } = typed.draft;
  const rules = { ...typedRules, pipelineId: usePipelineOf(floorId, typedRules.pipelineId) };
  const { busy, form, send } = useForm();
  const place = forgePlaceOf(named, { kind: chosenKind, url: chosenUrl });
  const kind = place.kind ?? chosenKind ?? 'github';
  const url = chosenUrl ?? place.url ?? '';
  const tokenPage = pageForTokens(kind, place.kind === null ? url : '', place.repository);
  const isReady = place.repository !== '' && token.trim() !== '' && isWhole(rules) && !busy;
  const connect = () => {
    if (!isReady) return;
    void send(async () => {
      const made = await http.connectForge({
        ...rulesIn(rules),
        ...{ kind, repository: place.repository, token, workspaceId: floorId },
        ...(place.kind === null && url !== '' && { url }),
      });
      typed.drop();
      onMade(made);
    });
  };
  return (
    <Form state={form}>
      <FormText
        name="repository"
        others={place.kind === null ? [] : ['kind', 'url']}
        label="Repository"
        value={named}
        onChange={(text) => typed.set({ named: text })}
        placeholder="https://github.com/acme/widgets"
        hint="The address of its page, or owner/name."
        onEnter={connect}
        autoFocus
      />
      <div className="form-grid">
        <FormSelect
          name="kind"
          label="Kind of forge"
          value={kind}
          isDisabled={place.kind !== null}
          onChange={(id) =>
            typed.set({ chosenKind: forgeKinds.find((each) => each === id) ?? null })
          }
          choices={forgeKinds.map((id) => ({ id, label: forgeNames[id] }))}
        />
        {place.kind === null && (
          <FormText
            name="url"
            label="Address of the server"
            type="url"
            value={url}
            onChange={(text) => typed.set({ chosenUrl: text })}
            placeholder={kind === 'gitea' ? 'https://git.example.org' : `https://${kind}.com`}
            hint={kind === 'gitea' ? 'Its own.' : 'Empty: the usual one.'}
          />
        )}
        <FloorField
          label="Floor, whose folder is a clone of it"
          value={floorId}
          onChange={(id) => typed.set({ floorId: id })}
        />
      </div>
      <FormText
        name="token"
        label="Token"
        type="password"
        value={token}
        onChange={(text) => typed.set({ token: text })}
        hint={<TokenHint kind={kind} page={tokenPage} />}
        onEnter={connect}
      />
      <FoldedFields summary="What becomes work, and its bounds" names={ruleNames}>
        <RuleFields floorId={floorId} draft={rules} onChange={typed.set} />
      </FoldedFields>
      <div className="row">
        <Button look="primary" isPending={busy} isDisabled={!isReady} onPress={connect}>
          Connect
        </Button>
        <Discard of={typed} onClose={onClose} />
      </div>
    </Form>
  );
}

function TokenHint({ kind, page }: { readonly kind: ForgeKind; readonly page: string | null }) {
  return (
    <>
      {needs[kind]} {page !== null && <Elsewhere href={page}>Make one there</Elsewhere>}
    </>
  );
}

function Connected({
  made: { forge, webhookPath, webhookSecret },
  onClose,
}: {
  readonly made: ConnectedForge;
  readonly onClose: () => void;
}) {
  const { id, pollSeconds } = forge;
  return (
    <>
      <TokenRights forgeId={id} />
      <ForgeNotes forge={forge} />
      <p>
        Give an issue there {asksFor(forge)}, and it becomes work. The office looks every{' '}
        {plural(pollSeconds, 'second')}; with a webhook it hears of news at once.
      </p>
      <CopiedOnce name="Address of the webhook" text={`${baseAddress}${webhookPath}`} />
      <CopiedOnce name="Its secret, shown this once" text={webhookSecret} isBegunAt />
      <p className="muted small">
        Choose JSON as the content type, and issues, comments, pull requests, reviews and checks as
        events. An address of this machine is not reached from elsewhere; then leave the webhook
        out.
      </p>
      <DoneRow onDone={onClose} />
    </>
  );
}
