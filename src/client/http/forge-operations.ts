import type { Done } from '../../protocol/answers.js';
import type { ForgeKind } from '../../protocol/records/enums.js';
import type {
  ConnectedForge,
  Forge,
  ForgeIssue,
  ForgeRules,
  ForgeToken,
  PossibleRequest,
  RunOrigin,
} from '../../protocol/records/forges.js';
import type { CallOptions } from './http-transport.js';
import { part } from './plugin-operations.js';
import { PushOperations } from './push-operations.js';

/** Rules for the work of a forge; an empty label or mention means none. */
export type GivenForgeRules = {
  readonly [K in keyof ForgeRules]?: NonNullable<ForgeRules[K]>;
};

/** A repository to connect. */
export interface NewForge extends GivenForgeRules {
  readonly kind: ForgeKind;
  /** Absent: github.com or gitlab.com. */
  readonly url?: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly workspaceId: string;
}

/** Changes to a connected repository. */
export interface ForgeChange extends GivenForgeRules {
  readonly token?: string;
  readonly workspaceId?: string;
  readonly paused?: boolean;
}

/** Operations on repositories on forges. */
export class ForgeOperations extends PushOperations {
  forges(call?: CallOptions): Promise<readonly Forge[]> {
    return this.transport.ask('/forges', call);
  }

  /** Connects a repository; the secret of its webhook is in this answer only. */
  connectForge(body: NewForge, call?: CallOptions): Promise<ConnectedForge> {
    return this.transport.ask('/forges', { ...call, method: 'POST', body });
  }

  /** Changes rules, token or floor, pauses or resumes. */
  changeForge(id: string, body: ForgeChange, call?: CallOptions): Promise<Forge> {
    return this.transport.ask(`/forges/${part(id)}`, { ...call, method: 'PATCH', body });
  }

  /** Makes the secret of the webhook anew; it is in this answer only. */
  renewWebhookSecret(id: string, call?: CallOptions): Promise<ConnectedForge> {
    return this.transport.ask(`/forges/${part(id)}/secret`, { ...call, method: 'POST' });
  }

  removeForge(id: string, call?: CallOptions): Promise<Done> {
    return this.transport.ask(`/forges/${part(id)}`, { ...call, method: 'DELETE' });
  }

  /** Permissions of the token, as the forge reports them now. */
  forgeToken(id: string, call?: CallOptions): Promise<ForgeToken> {
    return this.transport.ask(`/forges/${part(id)}/token`, call);
  }

  /** Issues that became work, the newest first. */
  forgeIssues(id: string, call?: CallOptions): Promise<readonly ForgeIssue[]> {
    return this.transport.ask(`/forges/${part(id)}/issues`, call);
  }

  /** Asks for news now. */
  pollForge(id: string, call?: CallOptions): Promise<Done> {
    return this.transport.ask(`/forges/${part(id)}/poll`, { ...call, method: 'POST' });
  }

  /**
   * Pushes the change of a run to the forge of its floor and opens a request for it.
   * @param body `message` is that of a single commit; without it there is one commit per turn
   */
  askForRequest(
    runId: string,
    body: { readonly message?: string; readonly by?: string } = {},
    call?: CallOptions,
  ): Promise<ForgeIssue> {
    return this.transport.ask(`/runs/${part(runId)}/request`, { ...call, method: 'POST', body });
  }

  /** Whether `askForRequest` would be accepted now, and why not. */
  possibleRequest(runId: string, call?: CallOptions): Promise<PossibleRequest> {
    return this.transport.ask(`/runs/${part(runId)}/request`, call);
  }

  /** The issue that a run works for, and what came of it at its forge. */
  runOrigin(runId: string, call?: CallOptions): Promise<RunOrigin> {
    return this.transport.ask(`/runs/${part(runId)}/origin`, call);
  }
}
