import { isAbsolute } from 'node:path';
import type { Widening } from '../platform/http/widening-rights.js';
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
  /** True if the value lets employees do more without asking a person. */
  readonly widens: (value: unknown) => boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;

/** A rule for each setting, for clients' and saved values. */
export const settingRules: { readonly [K in keyof PlainSettings]: SettingRule<PlainSettings[K]> } =
  {
    workspacesRoot: {
      accepts: (value): value is string =>
        typeof value === 'string' &&
        isAbsolute(value) &&
        Buffer.byteLength(value) < limits.pathBytes,
      refusal: shapeTexts.mustBe('workspacesRoot', 'an absolute path'),
      widens: always,
    },
    allowExternalWorkspaces: booleanRule('allowExternalWorkspaces'),
    defaultRoutingPosture: oneOfRule('defaultRoutingPosture', routingPostures),
    maxConcurrency: {
      accepts: (value): value is number =>
        Number.isInteger(value) && isWithin(value, limits.concurrencyMin, limits.concurrencyMax),
      refusal: settingsTexts.concurrency,
      widens: never,
    },
    softSpendApprovalUsd: {
      accepts: (value): value is number => isWithin(value, 0, Number.MAX_VALUE),
      refusal: settingsTexts.softSpend,
      widens: always,
    },
    autoApproveShell: booleanRule('autoApproveShell'),
    approvalTimeoutMs: {
      accepts: (value): value is number =>
        isWithin(value, limits.approvalTimeoutMinMs, Number.MAX_VALUE),
      refusal: settingsTexts.approvalTimeout,
      widens: never,
    },
    logLevel: oneOfRule('logLevel', logLevels),
    disabledModelIds: {
      accepts: (value): value is readonly string[] =>
        Array.isArray(value) && value.every((id) => typeof id === 'string'),
      refusal: shapeTexts.mustBe('disabledModelIds', 'an array of strings'),
      widens: never,
    },
  };

/** In the order of checking and storing. */
export const plainSettingKeys = Object.keys(settingRules) as readonly (keyof PlainSettings)[];

/** Model overrides, and fields that are no settings, widen nothing. */
export const widenedBySettings: Widening = (patch) =>
  plainSettingKeys.some((key) => Object.hasOwn(patch, key) && settingRules[key].widens(patch[key]));

/** A switch that opens a gate. */
function booleanRule(field: string): SettingRule<boolean> {
  return {
    accepts: (value) => typeof value === 'boolean',
    refusal: shapeTexts.mustBe(field, 'a boolean'),
    widens: (value) => value !== false,
  };
}

function oneOfRule<T extends string>(field: string, values: readonly T[]): SettingRule<T> {
  return {
    accepts: (value): value is T => values.some((allowed) => allowed === value),
    refusal: shapeTexts.mustBe(field, `one of ${values.join(', ')}`),
    widens: never,
  };
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
