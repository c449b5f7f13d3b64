import type { ModelSpec } from '../../protocol/records/models.js';

/** The form of state frames: the opinions reduced to their sources (behaviour-server.md 4.1). */
export function projectModel(model: ModelSpec): ModelSpec {
  if (model.quality?.opinions === undefined) return model;
  const { opinions, ...quality } = model.quality;
  const sources = [...new Set(opinions.map(({ source }) => source))];
  return { ...model, quality: { ...quality, sources } };
}
