import { limits } from '#protocol/limits.js';
import { settingsTexts } from '#protocol/texts/settings.js';
import type { OperationOf, Settings } from '../history.js';
import type { Model } from '../linearizable.js';

export type SettingsOperation = OperationOf<'settings.write'> | OperationOf<'settings.read'>;

/** The value of each setting, as JSON, as far as anything was said of it. */
type State = Readonly<Record<string, string>>;

/**
 * One register of all settings: a write sets what its patch has, all of it or, refused, nothing, and
 * answers the settings as they then are. What was before the first answer is learned from it.
 */
export const settingsModel: Model<State, SettingsOperation> = {
  initial: {},
  step: (state, operation) => {
    const { answer } = operation;
    if (operation.kind === 'settings.read') {
      if (answer === null) return [state];
      return answer.ok ? learned(state, answer.value) : [];
    }
    const { patch } = operation.input;
    const refusal = refusalOf(patch);
    if (refusal !== null) {
      return answer === null || (!answer.ok && answer.error === refusal) ? [state] : [];
    }
    const after = { ...state, ...valuesOf(patch) };
    if (answer === null) return [after];
    return answer.ok ? learned(after, answer.value) : [];
  },
  keyOf: (state) => JSON.stringify(Object.entries(state).sort()),
};

/** The state with what an answer adds to it; none: the answer says otherwise. */
function learned(state: State, answer: Settings): readonly State[] {
  const told = valuesOf(answer);
  const isOther = Object.entries(told).some(
    ([name, value]) => state[name] !== undefined && state[name] !== value,
  );
  return isOther ? [] : [{ ...state, ...told }];
}

/** Each write has its own time. */
function valuesOf({ updatedAt: _, ...settings }: Settings): State {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

function refusalOf(patch: Settings): string | null {
  const { maxConcurrency, softSpendApprovalUsd, approvalTimeoutMs } = patch;
  const isWithin = (value: number | undefined, least: number, most: number): boolean =>
    value === undefined || (value >= least && value <= most);
  const isWhole = maxConcurrency === undefined || Number.isInteger(maxConcurrency);
  if (!isWhole || !isWithin(maxConcurrency, limits.concurrencyMin, limits.concurrencyMax)) {
    return settingsTexts.concurrency;
  }
  if (!isWithin(softSpendApprovalUsd, 0, Infinity)) return settingsTexts.softSpend;
  if (!isWithin(approvalTimeoutMs, limits.approvalTimeoutMinMs, Infinity)) {
    return settingsTexts.approvalTimeout;
  }
  return null;
}
