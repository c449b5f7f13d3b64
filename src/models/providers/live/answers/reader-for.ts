import type { ModelTraits } from '#models/catalogue/model-traits.js';
import type { AnswerReader } from './answer-reader.js';
import { ChatReader } from './chat-reader.js';
import { MessagesReader } from './messages-reader.js';
import { ResponsesReader } from './responses-reader.js';

/** The reader of one answer in the dialect in which it was asked for. */
export function readerFor(endpoint: ModelTraits['endpoint'], modelId: string): AnswerReader {
  switch (endpoint) {
    case 'messages':
      return new MessagesReader();
    case 'responses':
      return new ResponsesReader();
    case 'chat':
      // Behind a gateway too.
      return new ChatReader(/gemini/i.test(modelId));
  }
}
