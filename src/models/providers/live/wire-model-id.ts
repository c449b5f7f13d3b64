/**
 * A model's name at its provider. Shipped ids of OpenRouter and of local runtimes have the
 * provider's name as a prefix, which is removed. OpenRouter has ids of that form itself
 * (`openrouter/auto`), so there the prefix is removed only if an author remains.
 */
export function wireModelId(providerId: string, modelId: string): string {
  const prefix = `${providerId}/`;
  if (!modelId.startsWith(prefix)) return modelId;
  const rest = modelId.slice(prefix.length);
  if (providerId === 'local') return rest;
  return providerId === 'openrouter' && rest.includes('/') ? rest : modelId;
}
