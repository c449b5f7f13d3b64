import { useCallback } from 'react';
import type { PluginRecord } from '#protocol/records/plugins.js';
import type { Widget } from '#protocol/records/widgets.js';
import { clockTime } from '../../app/format.js';
import { useOffice } from '../../app/office-context.js';
import { Bars } from '../../ui/bars.js';
import { Button } from '../../ui/button.js';
import { Empty, Facts, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

export interface OfferedPanel {
  readonly pluginId: string;
  readonly panelId: string;
  readonly title: string;
}

/** The panels of enabled plugins. */
export function panelsOf(records: readonly PluginRecord[]): readonly OfferedPanel[] {
  return records
    .filter(({ enabled }) => enabled)
    .flatMap(({ manifest }) =>
      (manifest.contributes?.uiPanels ?? []).map(({ id, title }) => ({
        pluginId: manifest.id,
        panelId: id,
        title,
      })),
    );
}

/** Panels made of the fixed set of widgets. */
export function Panels({ panels }: { readonly panels: readonly OfferedPanel[] }) {
  if (panels.length === 0) {
    return (
      <Empty title="No panel">
        <p>
          Plugins with the permission "ui" show figures and lists here. Enable one under
          "Installed", or install one from a marketplace.
        </p>
      </Empty>
    );
  }
  return (
    <div className="grid">
      {panels.map((panel) => (
        <Panel key={`${panel.pluginId}/${panel.panelId}`} {...panel} />
      ))}
    </div>
  );
}

function Panel({ pluginId, panelId, title }: OfferedPanel) {
  const { http } = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => http.panel(pluginId, panelId, { signal }),
    [http, pluginId, panelId],
  );
  const { value, error, reload } = useLoaded(load);
  return (
    <section className="card stack tight">
      <div className="row between">
        <h2 className="part-title">{title}</h2>
        <Button look="quiet" onPress={reload}>
          Again
        </Button>
      </div>
      {error !== null && <p className="notice bad small">{error}</p>}
      {value === null && error === null && <Skeleton height={90} />}
      {value?.widgets.map((widget, index) => (
        <WidgetView key={index} widget={widget} />
      ))}
      {value !== null && (
        <p className="hint">
          {pluginId}, {value.live ? 'live' : 'from the manifest'}, {clockTime(value.fetchedAt)}
        </p>
      )}
    </section>
  );
}

function WidgetView({ widget }: { readonly widget: Widget }) {
  switch (widget.kind) {
    case 'metric':
      return (
        <div>
          <p className="muted small">{widget.label}</p>
          <p className="hero num">
            {widget.value} <span className="small">{widget.unit}</span>
          </p>
          {widget.hint !== undefined && <p className="hint">{widget.hint}</p>}
        </div>
      );
    case 'keyValue':
      return (
        <>
          <h3 className="widget-title">{widget.label}</h3>
          <Facts rows={widget.rows.map(({ key, value }) => [key, value] as const)} />
        </>
      );
    case 'table':
      return (
        <div className="table-wrap" tabIndex={0} role="region" aria-label={widget.label}>
          <table className="table">
            <thead>
              <tr>
                {widget.columns.map((column) => (
                  <th key={column}>{column}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {widget.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'list':
      return (
        <>
          <h3 className="widget-title">{widget.label}</h3>
          <ul>
            {widget.items.map((item, index) => (
              <li key={index}>{item}</li>
            ))}
          </ul>
        </>
      );
    case 'bars':
      return (
        <>
          <h3 className="widget-title">{widget.label}</h3>
          <Bars bars={widget.bars} format={String} />
        </>
      );
    case 'note':
      return <p>{widget.text}</p>;
  }
}
