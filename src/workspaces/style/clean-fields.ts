/** Cleans one untrusted value; undefined drops it. */
export type Cleaner<Value> = (value: unknown) => Value | undefined;

/** A cleaner for each field of a record, so that none is forgotten. */
export type FieldCleaners<Fields> = {
  readonly [Field in keyof Fields]-?: Cleaner<Fields[Field]>;
};

/** The valid fields of an untrusted object; undefined if there are none. */
export function cleanFields<Fields extends object>(
  input: unknown,
  cleaners: FieldCleaners<Fields>,
): Partial<Fields> | undefined {
  if (!isRecord(input)) return undefined;
  const kept: Partial<Fields> = {};
  for (const field in cleaners) {
    const value = cleaners[field](input[field]);
    if (value !== undefined) kept[field] = value;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** True for a JSON object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
