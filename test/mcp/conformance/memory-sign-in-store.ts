import { SignInStore } from '#mcp/sign-in/sign-in-store.js';

type StoredSignIns = Awaited<ReturnType<SignInStore['read']>>;

/** Keeps sign-ins as a database would: as JSON. */
export class MemorySignInStore extends SignInStore {
  private document = '{}';

  override async read(): Promise<StoredSignIns> {
    return JSON.parse(this.document) as StoredSignIns;
  }

  override async change(changed: (before: StoredSignIns) => StoredSignIns): Promise<void> {
    this.document = JSON.stringify(changed(await this.read()));
  }
}
