/** Unique name of a model at a provider; provider ids contain no slash. */
export function modelKey(providerId: string, modelId: string): string {
  return `${providerId}/${modelId}`;
}
