import { editorTexts } from '../../protocol/texts/editor.js';

/** A piece of what an employee says or thinks. */
export interface SpokenPiece {
  readonly turnId: string;
  readonly kind: 'text' | 'thought';
  readonly text: string;
}

interface Speaker {
  /** Who speaks and why. */
  readonly heading: string;
  /** Text of the turn so far. */
  text: string;
  /** Length of `text` before the present call. */
  beforeCall: number;
  /** A call has ended, so that the next text is one of another call. */
  isAfterCall: boolean;
  /** Text that was already shown is void. */
  isVoid: boolean;
  thoughts: string;
  /** Whole text of the turn; null while it goes on. */
  whole: string | null;
  /** No text of it has been shown yet. */
  isSilent: boolean;
}

/**
 * Serialises the texts of employees who speak at the same time, because an editor shows one stream:
 * the first speaker's text is shown as it arrives, the others' afterwards.
 */
export class SpeechOrder {
  private readonly speakers = new Map<string, Speaker>();

  begin(turnId: string, heading: string): void {
    if (this.speakers.has(turnId)) return;
    this.speakers.set(turnId, {
      heading,
      text: '',
      beforeCall: 0,
      isAfterCall: false,
      isVoid: false,
      thoughts: '',
      whole: null,
      isSilent: true,
    });
  }

  /** @param restart the text of the present call is void */
  say(turnId: string, text: string, restart = false): readonly SpokenPiece[] {
    const speaker = this.speakers.get(turnId);
    if (speaker?.whole !== null) return [];
    if (restart) {
      speaker.isVoid ||= speaker.text.length > speaker.beforeCall;
      speaker.text = speaker.text.slice(0, speaker.beforeCall);
      speaker.isAfterCall ||= speaker.beforeCall > 0;
    }
    if (text === '') return [];
    const gap = speaker.isAfterCall && speaker.text !== '' ? '\n\n' : '';
    if (speaker.isAfterCall) speaker.beforeCall = speaker.text.length;
    speaker.isAfterCall = false;
    speaker.text += gap + text;
    if (!this.isSpeaking(turnId)) return [];
    const note = speaker.isVoid ? `\n\n${editorTexts.beginsAgain}\n\n` : gap;
    speaker.isVoid = false;
    return this.told(turnId, speaker, note + text);
  }

  think(turnId: string, text: string): readonly SpokenPiece[] {
    const speaker = this.speakers.get(turnId);
    if (speaker?.whole !== null || text === '') return [];
    if (this.isSpeaking(turnId)) return [{ turnId, kind: 'thought', text }];
    speaker.thoughts += text;
    return [];
  }

  /** A tool call of the turn ended: what follows belongs to another call of the model. */
  afterCall(turnId: string): void {
    const speaker = this.speakers.get(turnId);
    if (speaker !== undefined) speaker.isAfterCall = true;
  }

  /** The turn has ended with this text. */
  finish(turnId: string, whole: string): readonly SpokenPiece[] {
    const speaker = this.speakers.get(turnId);
    if (speaker === undefined) return [];
    speaker.whole = whole;
    if (!this.isSpeaking(turnId)) return [];
    const rest = this.told(turnId, speaker, restOf(speaker.text, whole));
    const end = speaker.isSilent ? [] : this.told(turnId, speaker, '\n\n');
    this.speakers.delete(turnId);
    return [...rest, ...end, ...this.next()];
  }

  /** Shows all held-back texts, because nothing follows. */
  close(): readonly SpokenPiece[] {
    const [first] = this.speakers;
    if (first === undefined) return [];
    const [turnId, { text }] = first;
    return [...this.finish(turnId, text), ...this.close()];
  }

  /** Shows the held-back texts of the employee who speaks now. */
  private next(): readonly SpokenPiece[] {
    const [first] = this.speakers;
    if (first === undefined) return [];
    const [turnId, speaker] = first;
    const { thoughts, text, whole } = speaker;
    speaker.isVoid = false;
    const held = thoughts === '' ? [] : [{ turnId, kind: 'thought', text: thoughts } as const];
    if (whole === null) return [...held, ...this.told(turnId, speaker, text)];
    speaker.text = '';
    return [...held, ...this.finish(turnId, whole)];
  }

  private isSpeaking(turnId: string): boolean {
    const [first] = this.speakers.keys();
    return first === turnId;
  }

  private told(turnId: string, speaker: Speaker, text: string): readonly SpokenPiece[] {
    if (text === '') return [];
    const heading = speaker.isSilent ? `${editorTexts.heading(speaker.heading)}\n\n` : '';
    speaker.isSilent = false;
    return [{ turnId, kind: 'text', text: heading + text }];
  }
}

/** The part of a text that is not shown yet; the whole text if pieces are missing. */
function restOf(told: string, whole: string): string {
  if (whole.startsWith(told)) return whole.slice(told.length);
  const isSame = told.replace(/\s/g, '') === whole.replace(/\s/g, '');
  return isSame ? '' : `\n\n${editorTexts.wholeText}\n\n${whole}`;
}
