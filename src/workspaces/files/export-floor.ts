import { type Redact, redacted } from '../../platform/logging/redact.js';
import { present } from '../../platform/text/foreign-fields.js';
import type { FloorAsks, FloorFile, FloorFileRole } from '../../protocol/records/floor-files.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { isFileColor } from './read-floor-file.js';

/**
 * A floor as a file: no folder, run, seat or money spent. Values of the service's secrets are
 * removed from all of its texts.
 */
export function exportFloor(floor: Workspace, redact: Redact): FloorFile {
  const { name, description, color, org, skillIds, isolation, style, budget } = floor;
  const asksFor = asksOf(floor);
  const file: FloorFile = {
    format: 'office-floor',
    version: 1,
    name,
    ...present({ description, color }),
    mission: org.company.mission,
    departments: org.departments,
    roles: org.roles.map(asInFile),
    pipelineIds: org.pipelineIds,
    ...present({ routingPosture: org.routingPosture }),
    skillIds,
    ...present({ isolation, style }),
    budget: { defaultRunUsd: budget.defaultRunUsd, ...present({ totalUsd: budget.totalUsd }) },
    ...(Object.keys(asksFor).length > 0 && { asksFor }),
  };
  return redacted(file, redact);
}

/** Colours for people whose own colours a file cannot hold. */
const usualColors = { bodyColor: '#334155', accentColor: '#94a3b8' };

function asInFile({ seatId: _, roomId: __, appearance, ...role }: Role): FloorFileRole {
  const { bodyColor, accentColor, height } = appearance;
  return {
    ...role,
    appearance: {
      bodyColor: isFileColor(bodyColor) ? bodyColor : usualColors.bodyColor,
      accentColor: isFileColor(accentColor) ? accentColor : usualColors.accentColor,
      height,
    },
  };
}

function asksOf(floor: Workspace): FloorAsks {
  const { shell, sandboxBounds, packages, hosts, visibleSecrets, trusted, worktreeSetup } = floor;
  return present({
    shell: shell === 'sandbox' ? shell : undefined,
    sandboxBounds,
    packages: packages === true ? packages : undefined,
    hosts: hosts?.length === 0 ? undefined : hosts,
    visibleSecrets: visibleSecrets?.length === 0 ? undefined : visibleSecrets,
    trusted: trusted === true ? trusted : undefined,
    worktreeSetup,
  });
}
