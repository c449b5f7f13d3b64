import type { PluginSkill } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';
import { present, textOf } from './json-values.js';
import type { JsonObject } from './json-values.js';

/** A skill of a plugin; its body is kept as it was written. */
export function readSkill(item: JsonObject, at: string, warn: Warn): PluginSkill | null {
  const id = textOf(item.id);
  const name = textOf(item.name);
  const description = textOf(item.description);
  const body = textOf(item.body) === undefined ? undefined : (item.body as string);
  if (id === undefined || name === undefined || description === undefined || body === undefined) {
    warn(manifestTexts.skillIncomplete(at));
    return null;
  }
  const classes = labelsOf(item.taskClasses);
  const taskClasses = classes.length > 0 ? classes : undefined;
  return { id, name, description, body, tags: labelsOf(item.tags), ...present({ taskClasses }) };
}

/** Labels may be written as numbers or flags; what has no plain spelling is left out. */
function labelsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const plain = typeof item === 'number' || typeof item === 'boolean';
    return textOf(plain ? String(item) : item) ?? [];
  });
}
