import { readEntriesFile } from '../../platform/config/entries-file.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { parseInlineVendors } from './parse-inline-vendors.js';
import { parseVendorEntries } from './parse-vendor-entries.js';
import type { VendorConfig } from './vendor-config.js';

/** The usable part of the operator's configuration. */
interface VendorConfiguration {
  readonly vendors: readonly VendorConfig[];
  readonly problems: readonly string[];
  /** Path of the file; null = none. */
  readonly path: string | null;
}

/** Reads both sources, the file and `OFFICE_VENDORS`; for equal ids the file wins. */
export async function readVendorConfiguration({
  vendors,
  environment,
}: Pick<OfficeConfig, 'vendors' | 'environment'>): Promise<VendorConfiguration> {
  const variable = 'OFFICE_VENDORS_CONFIG';
  const file = await readEntriesFile({
    path: vendors.configPath,
    key: 'vendors',
    variable,
    named: environment[variable] !== undefined,
  });
  const listed = parseVendorEntries(file.entries, process.cwd());
  const inline = parseInlineVendors(vendors.vendors);
  const ids = new Set(listed.vendors.map(({ id }) => id));
  return {
    vendors: [...listed.vendors, ...inline.vendors.filter(({ id }) => !ids.has(id))],
    problems: [...inline.problems, ...file.problems, ...listed.problems],
    path: file.path,
  };
}
