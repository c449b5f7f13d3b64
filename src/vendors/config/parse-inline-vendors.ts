import { vendorTexts } from '../../protocol/texts/vendors.js';
import { completeVendor } from './complete-vendor.js';
import { isPresetName, presets } from './presets.js';
import { vendorIdPattern, type VendorConfig } from './vendor-config.js';

export interface ParsedVendors {
  readonly vendors: readonly VendorConfig[];
  /** A line for each entry that was skipped or changed. */
  readonly problems: readonly string[];
}

/** Parses `OFFICE_VENDORS`: presets, or `<id>=<preset>`, separated by semicolons. */
export function parseInlineVendors(text: string): ParsedVendors {
  const vendors = new Map<string, VendorConfig>();
  const problems: string[] = [];
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const parsed = parseInlineVendor(entry);
    if (typeof parsed === 'string') problems.push(parsed);
    else if (vendors.has(parsed.id)) problems.push(vendorTexts.inlineDuplicate(parsed.id));
    else vendors.set(parsed.id, parsed);
  }
  return { vendors: [...vendors.values()], problems };
}

/** The vendor, or the fault of the entry. */
function parseInlineVendor(entry: string): VendorConfig | string {
  const equals = entry.indexOf('=');
  const id = (equals < 0 ? entry : entry.slice(0, equals)).trim();
  const name = entry.slice(equals + 1).trim();
  if (!isPresetName(name)) return vendorTexts.inlinePreset(entry, name);
  if (!vendorIdPattern.test(id)) return vendorTexts.inlineId(id);
  return completeVendor(id, presets[name].command, {}, presets[name]);
}
