import { APICallError } from '@ai-sdk/provider';
import { causesOf, messageOf } from '../../platform/errors/error-text.js';

/** Providers' wordings for models without tools; other tool errors do not match. */
const sayings = [
  // Ollama, DeepSeek.
  /does not support (?:tools|tool calling|tool use|function calling)/i,
  // Mistral, Groq, Gemini.
  /(?:tool|function) (?:calling|use) is (?:not (?:enabled|supported|available)|unsupported)/i,
  // OpenRouter.
  /no endpoints found that support tool use/i,
  // OpenAI.
  /\btools'? is not supported with this model/i,
  // vLLM, llama.cpp.
  /requires --(?:enable-auto-tool-choice|jinja)/i,
];

const statuses = [400, 404, 405, 422, 500, 501];

/** True if a provider refused a call because its model has no tools, judged by its wording only. */
export function refusesTools(thrown: unknown): boolean {
  const refusal = causesOf(thrown).find((cause) => APICallError.isInstance(cause));
  if (!statuses.includes(refusal?.statusCode ?? 0)) return false;
  const said = `${messageOf(thrown)} ${refusal?.responseBody ?? ''}`;
  return sayings.some((saying) => saying.test(said));
}
