/** What is kept of one untrusted value; undefined drops it. */
export type Cleaner<Value> = (value: unknown) => Value | undefined;

/** One cleaner for each field of a record, so a new field cannot be forgotten. */
export type FieldCleaners<Fields> = {
  readonly [Field in keyof Fields]-?: Cleaner<Fields[Field]>;
};

/** The fields of an untrusted object that stand up to their cleaners; undefined when none does. */
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

/** A plain JSON object; a list is none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
