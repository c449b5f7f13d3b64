import { causesOf } from '#platform/errors/error-text.js';
import { Answered } from './answer-fetch.js';
import type { SdkCall, SdkTarget } from './sdk.js';

/**
 * Sends a request as the SDK writes it, and takes the answer out of the SDK's hands.
 * @throws whatever the SDK makes of a refusal
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
