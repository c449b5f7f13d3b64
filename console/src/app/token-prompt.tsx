import { useEffect, useState } from 'react';
import { Operations } from '#client/http/operations.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { baseAddress } from './base-address.js';
import { keepToken } from './session.js';

/** Asks to sign in, where people can, or for the token of the service. */
export default function TokenPrompt({
  isRefused,
  onToken,
}: {
  readonly isRefused: boolean;
  readonly onToken: (token: string) => void;
}) {
  const [token, setToken] = useState('');
  const [canSignIn, setCanSignIn] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    void maySignIn(abort.signal).then(setCanSignIn);
    return () => abort.abort();
  }, []);
  const send = () => token.trim() !== '' && onToken(token.trim());
  return (
    <main className="gate">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <h1>{canSignIn ? 'This office wants to know you' : 'This office wants its token'}</h1>
        {canSignIn && (
          <>
            <p className="muted">Sign in as yourself, or enter a token.</p>
            <Button look="primary" onPress={signIn}>
              Sign in
            </Button>
          </>
        )}
        <p className="muted">
          Paste your token below. Whoever may administer this office makes one on its page Access;
          the one that the service was started with (<code>OFFICE_API_TOKEN</code>) opens it too.
          The page keeps it until this tab is closed, and sends it to this service only.
        </p>
        {isRefused && (
          <p className="notice bad" role="alert">
            This office does not know that token, or it was revoked or has ended. Paste it again
            whole, or ask for another one.
          </p>
        )}
        <TextField
          label="Token"
          type="password"
          value={token}
          onChange={setToken}
          autoFocus={!canSignIn}
        />
        <Button type="submit" look={canSignIn ? 'plain' : 'primary'}>
          Open the office
        </Button>
      </form>
    </main>
  );
}

/** True: people can sign in, and need not have a token. */
async function maySignIn(signal: AbortSignal): Promise<boolean> {
  try {
    return (await Operations.at({ url: baseAddress }).access({ signal })).signIn;
  } catch {
    return false;
  }
}

/** Leaves the page for the provider of sign-ins, which sends the browser back to it. */
function signIn(): void {
  // A token that is kept here would stand before the session.
  keepToken(null);
  location.assign(`${baseAddress}/sign-in`);
}
