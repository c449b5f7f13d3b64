import type { ModelTraits } from '#models/catalogue/model-traits.js';
import type { AnswerReader } from './answer-reader.js';
import { ChatReader } from './chat-reader.js';
import { MessagesReader } from './messages-reader.js';
import { ResponsesReader } from './responses-reader.js';

/** A reader for an answer in the dialect of its request. */
export function readerFor(endpoint: ModelTraits['endpoint'], modelId: string): AnswerReader {
  switch (endpoint) {
    case 'messages':
      return new MessagesReader();
    case 'responses':
      return new ResponsesReader();
    case 'chat':
      // Also behind a gateway.
      return new ChatReader(/gemini/i.test(modelId));
  }
}
