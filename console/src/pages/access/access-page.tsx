import { useState } from 'react';
import type { Access } from '#protocol/records/access.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { forgetTab } from '../../app/storage.js';
import { Button } from '../../ui/button.js';
import { Facts, Page, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { AuditList } from './audit-list.js';
import { MakeToken } from './make-token.js';
import { Tokens } from './tokens.js';

/** Who may do what, and who did what. */
export default function AccessPage() {
  const { http } = useOffice();
  const [version, setVersion] = useState(0);
  const [load] = useState(() => (signal: AbortSignal) => http.access({ signal }));
  const { value: access, error } = useLoaded(load, version);
  const [isMaking, setMaking] = useState(false);
  const mayAdminister = access?.rights.includes('administer') ?? false;
  return (
    <Page
      title="Access"
      about="Tokens with a name and rights, and the log of every change that was made with them."
      actions={
        mayAdminister && (
          <Button look="primary" onPress={() => setMaking(true)}>
            Make a token
          </Button>
        )
      }
    >
      {error !== null && <p className="notice bad">{error}</p>}
      {access === null && error === null && <Skeleton height={120} />}
      {access !== null && <Self access={access} />}
      {access !== null && !mayAdminister && (
        <p className="notice">Tokens and the log are shown to those who may administer.</p>
      )}
      {access !== null && mayAdminister && (
        <>
          <Tokens
            access={access}
            version={version}
            onChange={() => setVersion((before) => before + 1)}
          />
          <AuditList version={version} />
        </>
      )}
      {isMaking && access !== null && (
        <MakeToken
          access={access}
          onMade={() => setVersion((before) => before + 1)}
          onClose={() => setMaking(false)}
        />
      )}
    </Page>
  );
}

function Self({ access }: { readonly access: Access }) {
  const { name, wantsToken, session, signIn, rights } = access;
  const { http } = useOffice();
  const { busy, act } = useAction();
  const signOut = async () => {
    if (!(await act(() => http.signOut()))) return;
    forgetTab();
    location.reload();
  };
  return (
    <section className="card stack">
      <h2>You</h2>
      <Facts
        rows={[
          ['Known as', name ?? 'nobody by name'],
          ['May', rights.join(', ')],
        ]}
      />
      {session && (
        <div className="row">
          <Button isDisabled={busy} onPress={() => void signOut()}>
            Sign out
          </Button>
        </div>
      )}
      {signIn && !session && (
        <p className="muted small">
          You are here with a token. Without one, the page asks you to sign in.
        </p>
      )}
      {!wantsToken && (
        <p className="muted small">
          No token is asked for: whoever reaches this address may do everything. From the first
          token on, everybody needs one.
        </p>
      )}
    </section>
  );
}
