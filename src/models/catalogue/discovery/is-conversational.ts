const otherKinds =
  /(^|[^a-z])(embed|embedding|embeddings|rerank|reranker|whisper|transcribe|tts|audio|realtime|dall|image|imagen|sora|video|moderation)([^a-z]|$)/;

/** False for a model whose very name says that it does something else than answer in text. */
export function isConversational(modelId: string): boolean {
  return !otherKinds.test(modelId.toLowerCase());
}
