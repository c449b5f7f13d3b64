/** One name for a model at a vendor. Provider ids hold no slash, so it is unambiguous. */
export function modelKey(providerId: string, modelId: string): string {
  return `${providerId}/${modelId}`;
}
