import type { Done } from '../../protocol/answers.js';
import type { ClientCommandPayloads } from '../../protocol/commands.js';
import type { AllowedCheck, AllowedSandbox } from '../../protocol/records/approval-parts.js';
import type { FloorFile, FloorPreview, FloorTemplate } from '../../protocol/records/floor-files.js';
import type { FloorOffers } from '../../protocol/records/floor-offers.js';
import type { FolderList } from '../../protocol/records/folders.js';
import type { OrganisationDetail } from '../../protocol/records/organisation-detail.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import { newRequestId } from '../request-id.js';
import { AccessOperations } from './access-operations.js';
import type { FloorChange } from './asked.js';
import type { CallOptions } from './http-transport.js';
import { part } from './plugin-operations.js';

export interface SubmitOptions extends CallOptions {
  /** The same key and submission within a day give one run; absent: always a new one. */
  readonly idempotencyKey?: string;
}

/** Operations on floors, their files and their folders. */
export class FloorOperations extends AccessOperations {
  workspaces(call?: CallOptions): Promise<readonly WorkspaceSummary[]> {
    return this.get('workspaces', call);
  }

  workspace(id: string, call?: CallOptions): Promise<OrganisationDetail> {
    return this.get(`workspaces/${part(id)}`, call);
  }

  createWorkspace(
    floor: ClientCommandPayloads['createWorkspace'],
    call?: CallOptions,
  ): Promise<WorkspaceSummary> {
    return this.post('workspaces', floor, call);
  }

  updateWorkspace(id: string, change: FloorChange, call?: CallOptions): Promise<WorkspaceSummary> {
    return this.put(`workspaces/${part(id)}`, change, call);
  }

  /** The same as `updateWorkspace`. */
  patchWorkspace(id: string, change: FloorChange, call?: CallOptions): Promise<WorkspaceSummary> {
    return this.patch(`workspaces/${part(id)}`, change, call);
  }

  removeWorkspace(id: string, call?: CallOptions): Promise<Done> {
    return this.delete(`workspaces/${part(id)}`, call);
  }

  /** The checks that people have allowed on a floor. */
  allowedChecks(id: string, call?: CallOptions): Promise<readonly AllowedCheck[]> {
    return this.transport.ask(`/workspaces/${part(id)}/checks`, call);
  }

  /** What people have allowed to run in a sandbox without asking. */
  allowedSandboxes(id: string, call?: CallOptions): Promise<readonly AllowedSandbox[]> {
    return this.transport.ask(`/workspaces/${part(id)}/sandbox`, call);
  }

  /** The gallery: floors to begin with. */
  floorTemplates(call?: CallOptions): Promise<readonly FloorTemplate[]> {
    return this.transport.ask('/workspaces/templates', call);
  }

  /** A floor of the gallery, as a file. */
  floorTemplate(id: string, call?: CallOptions): Promise<FloorFile> {
    return this.transport.ask(`/workspaces/templates/${part(id)}`, call);
  }

  /** A floor as a file. */
  exportWorkspace(id: string, call?: CallOptions): Promise<FloorFile> {
    return this.transport.ask(`/workspaces/${part(id)}/file`, call);
  }

  /** What an import would make; nothing changes. */
  previewWorkspace(
    body: { readonly file: object; readonly name?: string },
    call?: CallOptions,
  ): Promise<FloorPreview> {
    return this.transport.ask('/workspaces/preview', { ...call, method: 'POST', body });
  }

  /** Opens exactly one floor as a file describes it, even if the request is repeated. */
  importWorkspace(
    body: ClientCommandPayloads['importWorkspace'],
    { idempotencyKey = newRequestId(), ...call }: SubmitOptions = {},
  ): Promise<WorkspaceSummary> {
    const question = { ...call, idempotencyKey, body };
    return this.transport.ask('/workspaces/import', { ...question, method: 'POST' });
  }

  /** Agents, commands and skills in a floor's folder that can be imported. */
  floorOffers(id: string, call?: CallOptions): Promise<FloorOffers> {
    return this.transport.ask(`/workspaces/${part(id)}/offers`, call);
  }

  /** The subdirectories of a directory, to choose a floor's; default: the folder of workspaces. */
  folders(path?: string, call?: CallOptions): Promise<FolderList> {
    const body = path === undefined ? {} : { path };
    return this.transport.ask('/folders', { ...call, method: 'POST', body });
  }

  /** Makes a directory a git repository. */
  makeRepository(path: string, call?: CallOptions): Promise<FolderList> {
    return this.transport.ask('/folders/repository', { ...call, method: 'POST', body: { path } });
  }
}
