import type {
  PanelContribution,
  PluginCatalog,
  PluginManifest,
} from '../../protocol/records/plugins.js';

/** The manifest as shown to clients: without the addresses of panels. */
export function wireManifest(manifest: PluginManifest): PluginManifest {
  const { contributes } = manifest;
  if (contributes?.uiPanels === undefined) return manifest;
  const uiPanels = contributes.uiPanels.map(withoutAddress);
  return { ...manifest, contributes: { ...contributes, uiPanels } };
}

function withoutAddress(panel: PanelContribution): PanelContribution {
  return panel.source === undefined
    ? panel
    : { ...panel, source: { refreshMs: panel.source.refreshMs } };
}

/** The catalogue as shown to clients: without panels' addresses. */
export function wireCatalog(catalog: PluginCatalog): PluginCatalog {
  const plugins = catalog.plugins.map((entry) => ({
    ...entry,
    manifest: wireManifest(entry.manifest),
  }));
  return { ...catalog, plugins };
}
