import { estimateTokens, mostTokens } from '../../../../models/gateway/estimate-tokens.js';
import type { PromptBlock } from '../../../../models/gateway/model-call.js';
import { clipMiddle } from '../../../../platform/text/clip.js';
import { promptTexts } from '../../../../protocol/texts/prompts.js';

/** Shorter pieces are left as they are. */
const leastCharacters = 200;

/** Pieces of a request within so many tokens: the longest is halved until all of them fit. */
export function fitBlocks(blocks: readonly PromptBlock[], tokens: number): readonly PromptBlock[] {
  let fitted = blocks;
  while (!blocksFit(fitted, tokens)) {
    const lengths = fitted.map(({ text }) => text.length);
    const longest = Math.max(...lengths);
    if (longest <= leastCharacters) break;
    const index = lengths.indexOf(longest);
    const { text, ...rest } = fitted[index] as PromptBlock;
    const shorter = clipMiddle(text, Math.floor(longest / 2) - 60, promptTexts.leftOut);
    fitted = fitted.with(index, { ...rest, text: shorter });
  }
  return fitted;
}

/** Where the lengths alone do not tell, every character is counted. */
export function blocksFit(blocks: readonly PromptBlock[], tokens: number): boolean {
  const most = blocks.reduce((sum, { text }) => sum + mostTokens(text.length), 0);
  return most <= tokens || tokensOfBlocks(blocks) <= tokens;
}

function tokensOfBlocks(blocks: readonly PromptBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
