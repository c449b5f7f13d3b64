import type {
  PanelContribution,
  PluginCatalog,
  PluginManifest,
} from '../../protocol/records/plugins.js';

/** The manifest as clients see it: the addresses that panels are read from stay here. */
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

/** The catalogue as clients see it: without the addresses of panels. */
export function wireCatalog(catalog: PluginCatalog): PluginCatalog {
  const plugins = catalog.plugins.map((entry) => ({
    ...entry,
    manifest: wireManifest(entry.manifest),
  }));
  return { ...catalog, plugins };
}
