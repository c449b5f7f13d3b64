import { causesOf } from '#platform/errors/error-text.js';
import { Answered } from './answer-fetch.js';
import type { SdkCall, SdkTarget } from './sdk.js';

/**
 * Sends a request built by the SDK and takes the answer before the SDK reads it.
 * @throws the SDK's error for a refusal
 */
export async function askProvider(
  { model }: SdkTarget,
  call: SdkCall,
  mode: 'streamed' | 'whole',
): Promise<Response> {
  try {
    await (mode === 'streamed' ? model.doStream(call) : model.doGenerate(call));
  } catch (thrown) {
    const answered = causesOf(thrown).find((cause) => cause instanceof Answered);
    if (answered !== undefined) return answered.response;
    throw thrown;
  }
  throw new Error('the SDK answered by itself');
}
