import { type ComponentType } from 'react';
import { later } from './later.js';

interface PageProps {
  /** The address parts after the page's name. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

type Load = () => Promise<{ readonly default: ComponentType<PageProps> }>;

const loads: Readonly<Record<string, Load>> = {
  '': () => import('../floor/floor-page.js'),
  runs: () => import('../runs/runs-page.js'),
  approvals: () => import('../approvals/approvals-page.js'),
  plan: () => import('../pages/plan-page.js'),
  people: () => import('../pages/people/people-page.js'),
  models: () => import('../pages/models/models-page.js'),
  costs: () => import('../pages/costs/costs-page.js'),
  plugins: () => import('../pages/plugins/plugins-page.js'),
  memory: () => import('../pages/memory-page.js'),
  settings: () => import('../pages/settings-page.js'),
  forges: () => import('../pages/forges/forges-page.js'),
  access: () => import('../pages/access/access-page.js'),
  log: () => import('../pages/log-page.js'),
};
/** The pages by name, each of which is loaded when it is first shown. */
export const pages: Readonly<Record<string, ComponentType<PageProps>>> = Object.fromEntries(
  Object.entries(loads).map(([name, load]) => [name, later(load)]),
);
export const NotFound = later(() => import('../pages/not-found-page.js'));

/** Loads a page before there is a connection; a failure is reported when the page is shown. */
export function loadAhead(name: string): void {
  loads[name]?.().catch(() => undefined);
}
