import { isAbsolute } from 'node:path';
import { limits } from '../protocol/limits.js';
import { logLevels, routingPostures } from '../protocol/records/enums.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { shapeTexts } from '../protocol/texts/http.js';
import { settingsTexts } from '../protocol/texts/settings.js';

/** Settings that can be validated alone; model overrides need the catalogue. */
export type PlainSettings = Omit<OfficeSettings, 'modelOverrides' | 'updatedAt'>;

interface SettingRule<T> {
  readonly accepts: (value: unknown) => value is T;
  /** The answer to an invalid value. */
  readonly refusal: string;
}

/** A rule for each setting, for clients' and saved values. */
export const settingRules: { readonly [K in keyof PlainSettings]: SettingRule<PlainSettings[K]> } =
  {
    workspacesRoot: {
      accepts: (value): value is string =>
        typeof value === 'string' &&
        isAbsolute(value) &&
        Buffer.byteLength(value) < limits.pathBytes,
      refusal: shapeTexts.mustBe('workspacesRoot', 'an absolute path'),
    },
    allowExternalWorkspaces: booleanRule('allowExternalWorkspaces'),
    defaultRoutingPosture: oneOfRule('defaultRoutingPosture', routingPostures),
    maxConcurrency: {
      accepts: (value): value is number =>
        Number.isInteger(value) && isWithin(value, limits.concurrencyMin, limits.concurrencyMax),
      refusal: settingsTexts.concurrency,
    },
    softSpendApprovalUsd: {
      accepts: (value): value is number => isWithin(value, 0, Number.MAX_VALUE),
      refusal: settingsTexts.softSpend,
    },
    autoApproveShell: booleanRule('autoApproveShell'),
    approvalTimeoutMs: {
      accepts: (value): value is number =>
        isWithin(value, limits.approvalTimeoutMinMs, Number.MAX_VALUE),
      refusal: settingsTexts.approvalTimeout,
    },
    logLevel: oneOfRule('logLevel', logLevels),
    disabledModelIds: {
      accepts: (value): value is readonly string[] =>
        Array.isArray(value) && value.every((id) => typeof id === 'string'),
      refusal: shapeTexts.mustBe('disabledModelIds', 'an array of strings'),
    },
  };

/** In the order of checking and storing. */
export const plainSettingKeys = Object.keys(settingRules) as readonly (keyof PlainSettings)[];

function booleanRule(field: string): SettingRule<boolean> {
  return {
    accepts: (value) => typeof value === 'boolean',
    refusal: shapeTexts.mustBe(field, 'a boolean'),
  };
}

function oneOfRule<T extends string>(field: string, values: readonly T[]): SettingRule<T> {
  return {
    accepts: (value): value is T => values.some((allowed) => allowed === value),
    refusal: shapeTexts.mustBe(field, `one of ${values.join(', ')}`),
  };
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
