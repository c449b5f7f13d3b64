import { memo, useRef, useState, type ReactNode } from 'react';
import { Tab, TabList, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { useAddressState } from '../app/address-state.js';
import { useSameList } from './use-same-list.js';

export interface TabSpec {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Tabs of a page; the address names the chosen one, so that Back and reload keep it. */
export function PageTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly TabSpec[];
}) {
  const first = tabs[0]?.id ?? '';
  const [chosen, choose] = useAddressState('tab', first);
  const selected = tabs.some(({ id }) => id === chosen) ? chosen : first;
  return <Tabs label={label} tabs={tabs} selected={selected} onSelect={choose} />;
}

/**
 * Several views of one thing, one at a time. The panel is not React Aria's, which looks for
 * something to focus in it at each change: many times a second while a run streams.
 */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  readonly label: string;
  readonly tabs: readonly TabSpec[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  const [base, setBase] = useState<string | null>(null);
  return (
    <div>
      <TabHeads
        label={label}
        ids={useSameList(tabs.map(({ id }) => id))}
        labels={useSameList(tabs.map((tab) => tab.label))}
        selected={selected}
        onSelect={onSelect}
        onBase={setBase}
      />
      <div
        key={selected}
        role="tabpanel"
        {...(base !== null && {
          id: `${base}-tabpanel-${selected}`,
          'aria-labelledby': `${base}-tab-${selected}`,
        })}
        tabIndex={0}
        className="tab-panel"
      >
        {tabs.find(({ id }) => id === selected)?.content}
      </div>
    </div>
  );
}

/** The tabs without their panels, drawn again only when one of them changes. */
const TabHeads = memo(function TabHeads({
  label,
  ids,
  labels,
  selected,
  onSelect,
  onBase,
}: {
  readonly label: string;
  readonly ids: readonly string[];
  readonly labels: readonly ReactNode[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Called with the prefix of the ids that React Aria gives to tabs and panels. */
  readonly onBase: (base: string) => void;
}) {
  const seen = useRef<string | null>(null);
  const show = (tab: HTMLElement) => {
    if (seen.current !== selected) showWhole(tab);
    seen.current = selected;
  };
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className="tabs">
        {ids.map((id, at) => (
          <Tab
            key={id}
            id={id}
            className="tab"
            ref={(tab) => {
              if (tab === null) return;
              onBase(tab.id.slice(0, -`-tab-${id}`.length));
              if (id === selected) show(tab);
            }}
          >
            {labels[at]}
          </Tab>
        ))}
      </TabList>
    </AriaTabs>
  );
});

/** Scrolls the list of tabs, and nothing around it, until the whole tab is in it. */
function showWhole(tab: HTMLElement): void {
  const list = tab.parentElement;
  if (list === null) return;
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
}
