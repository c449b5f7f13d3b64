/**
 * The name a vendor knows a model by. Shipped ids of OpenRouter and of a local runtime carry the
 * vendor's name in front, which the vendor does not know. OpenRouter has models of that very form
 * itself (`openrouter/auto`): there the prefix goes only from an id that still names an author.
 */
export function wireModelId(providerId: string, modelId: string): string {
  const prefix = `${providerId}/`;
  if (!modelId.startsWith(prefix)) return modelId;
  const rest = modelId.slice(prefix.length);
  if (providerId === 'local') return rest;
  return providerId === 'openrouter' && rest.includes('/') ? rest : modelId;
}
