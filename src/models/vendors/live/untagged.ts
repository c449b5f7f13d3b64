import type { SdkStreamPart } from './sdk.js';
import type { ThinkTags, Told } from './think-tags.js';

/** The parts of a stream, with reasoning that came as tagged text told apart. */
export class Untagged {
  private block = 0;
  private last: Told['type'] = 'text';

  /** @param tags null: what the vendor calls text is text */
  constructor(private readonly tags: ThinkTags | null) {}

  split(part: SdkStreamPart): SdkStreamPart[] {
    if (this.tags === null) return [part];
    switch (part.type) {
      case 'text-start':
        // A piece begins with its first text, which may be reasoning.
        return [];
      case 'text-delta':
        return this.parts(this.tags.take(part.delta));
      case 'text-end':
        return this.parts(this.tags.end());
      case 'tool-input-start':
      case 'tool-call':
      case 'finish':
        return [...this.parts(this.tags.end()), part];
      default:
        return [part];
    }
  }

  private parts(told: readonly Told[]): SdkStreamPart[] {
    return told.map(({ type, text }) => {
      if (type !== this.last) this.block += 1;
      this.last = type;
      return { type: `${type}-delta`, id: `tagged ${this.block}`, delta: text };
    });
  }
}
