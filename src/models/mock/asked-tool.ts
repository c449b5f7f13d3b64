import type { ToolRequest } from '../model-call.js';
import type { Scene } from './scene.js';

/** Where arguments may end; whoever nests deeper is not naming a tool. */
const maxEnds = 50;

const partOfWord = /[\w-]/;

/**
 * The tool a brief names with its arguments behind it, as in `word_count {"path": "a.txt"}`, or
 * null. So an author sees a tool at work without a model: only a tool that was offered counts, and
 * nothing that is said by accident looks like this.
 */
export function askedTool({ ask, toolNames }: Scene): ToolRequest | null {
  if (!ask.includes('{')) return null;
  for (const name of toolNames) {
    for (let at = ask.indexOf(name); at !== -1; at = ask.indexOf(name, at + 1)) {
      const argumentsJson = partOfWord.test(ask.charAt(at - 1))
        ? null
        : leadingObject(ask.slice(at + name.length).trimStart());
      if (argumentsJson !== null) return { id: 'call_mock_asked_1', name, argumentsJson };
    }
  }
  return null;
}

/** The JSON object a text begins with. */
function leadingObject(text: string): string | null {
  if (!text.startsWith('{')) return null;
  let end = 0;
  for (let tried = 0; tried < maxEnds; tried += 1) {
    end = text.indexOf('}', end) + 1;
    if (end === 0) return null;
    const candidate = text.slice(0, end);
    if (isJson(candidate)) return candidate;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
