import type { OfficeConfig } from '../platform/config/office-config.js';
import type { StatePartTypes } from '../platform/state/state-parts.js';

/** What the state says of modules that are not part of this process: nothing there, switched off. */
export function absentParts({ plugins }: Pick<OfficeConfig, 'plugins'>): StatePartTypes {
  return {
    plugins: {
      apiVersion: '1',
      pluginsRoot: plugins.bundledDir,
      allowInstall: plugins.allowInstall,
      records: [],
      marketplaces: [],
      sources: [],
    },
    mcp: { enabled: false, configPath: null, grantRoles: [], servers: [] },
    vendorBay: {
      enabled: false,
      configPath: null,
      grantRoles: [],
      requireCanDelegate: true,
      vendors: [],
    },
    memory: {
      facts: [],
      counts: { installation: 0, workspace: 0, role: 0 },
      searchable: false,
      semantic: false,
      vectorCount: 0,
      vectorCoverage: 0,
    },
  };
}
