import { useState } from 'react';
import { limits } from '#protocol/limits.js';
import type { Access, MadeAccessToken } from '#protocol/records/access.js';
import { type Right, rights } from '#protocol/rights.js';
import { rightWords } from '#protocol/texts/right-words.js';
import { copyText } from '../../app/copy-text.js';
import { notify, useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { holdSession, keepToken } from '../../app/session.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { Check, TextField } from '../../ui/fields.js';

interface Asked {
  readonly name: string;
  readonly given: readonly Right[];
}

/** Makes a token and shows it once. */
export function MakeToken({
  access,
  onMade,
  onClose,
}: {
  readonly access: Access;
  readonly onMade: () => void;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const token = useKeptDraft<Asked>('office-new-token', {
    name: '',
    given: access.wantsToken ? [] : rights,
  });
  const { name, given } = token.draft;
  const [made, setMade] = useState<MadeAccessToken | null>(null);
  const { busy, act } = useAction();
  const make = async () => {
    // Making the first token ends this page's socket, but the page must stay to show the token.
    if (!access.wantsToken) holdSession(true);
    const isMade = await act(async () => {
      const answer = await http.makeToken({ name, rights: given });
      // From the first token on this page needs a token itself.
      if (!access.wantsToken) keepToken(answer.token);
      token.drop();
      setMade(answer);
      // After the first token this page can request nothing until it is reloaded.
      if (access.wantsToken) onMade();
    });
    if (!isMade) holdSession(false);
  };
  if (made !== null) return <Made made={made} isOwn={!access.wantsToken} onClose={onClose} />;
  return (
    <Dialog title="Make a token" onClose={onClose}>
      <TextField
        label="Name, which stands with every decision made with it"
        value={name}
        onChange={(typed) => token.set({ name: typed })}
        maxLength={limits.approverNameCharacters}
        autoFocus
      />
      <div className="stack tight">
        {rights.map((right) => (
          <Check
            key={right}
            isOn={right === 'read' || given.includes(right)}
            isDisabled={right === 'read' || !access.rights.includes(right)}
            onChange={(isOn) =>
              token.set({
                given: isOn ? [...given, right] : given.filter((other) => other !== right),
              })
            }
          >
            {`${right}: ${rightWords[right]}`}
          </Check>
        ))}
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={name.trim() === ''}
          onPress={() => void make()}
        >
          Make it
        </Button>
        <Discard of={token} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function Made({
  made,
  isOwn,
  onClose,
}: {
  readonly made: MadeAccessToken;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const copy = () =>
    void copyText(made.token).then((worked) => {
      if (worked) setCopied(true);
      notify(worked ? 'Copied.' : 'Copy it by hand.');
    });
  // The reload requests everything again with the new token.
  const close = isOwn ? () => location.reload() : onClose;
  const leave = () => (isCopied ? close() : setWarned(true));
  return (
    <Dialog title={`The token of “${made.name}”`} onClose={leave}>
      <p>It is shown this once. Whoever has it may do what it may.</p>
      <pre className="code" tabIndex={0} onCopy={() => setCopied(true)}>
        {made.token}
      </pre>
      {isWarned && !isCopied && (
        <p className="notice" role="alert">
          It was not copied, and is never shown again. “Done” closes this all the same.
        </p>
      )}
      {isOwn && <p>This tab uses it from now on; every other caller needs one too.</p>}
      <div className="row">
        <Button look="primary" onPress={copy}>
          Copy it
        </Button>
        <Button onPress={close}>Done</Button>
      </div>
    </Dialog>
  );
}
