import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import type { Token } from '#lib/transcript/align/tokens';
import { toText, type Edit } from '#lib/transcript/edit';
import { cutContent } from '#lib/transcript/text/cut-content';

/** Paragraphs of more characters than people write were written by a program, or in one go. */
const longText = 1500;

const sentenceEnd = /[.?!…。？！]["'”’»)]*$/u;
/** A cut moves by at most so many words to the end of a sentence. */
const reach = 3;

/**
 * Divides long paragraphs that name no speaker where another speaker begins in the transcript, so that a text without
 * paragraphs has them. `parts` are the words of each paragraph, and `links` the machine words of all, or -1.
 */
export function divideParagraphs(
  paragraphs: readonly ImportedParagraph[],
  parts: ReadonlyArray<readonly Token[]>,
  { links, base }: { links: Int32Array; base: Edit },
): ImportedParagraph[] {
  const turns = findTurns(base);
  let passed = 0;
  return paragraphs.flatMap((paragraph, i) => {
    const tokens = parts[i] ?? [];
    const own = links.subarray(passed, passed + tokens.length);
    passed += tokens.length;
    const { speaker, isCaption, content } = paragraph;
    const isDivided = speaker === undefined && isCaption !== true && toText(content).length > longText;
    if (!isDivided) return [paragraph];
    const cuts = findCuts(tokens, own, turns).flatMap((at) => tokens[at]?.from ?? []);
    return cutContent(content, cuts).map((piece, k) =>
      k === 0 ? { ...paragraph, content: piece } : { content: piece },
    );
  });
}

/** The machine words with which another speaker begins. */
function findTurns({ monologues }: Edit): number[] {
  const inOrder = monologues.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from);
  return inOrder.flatMap(({ from, speaker }, i) =>
    i > 0 && inOrder[i - 1]?.speaker !== speaker ? [from] : [],
  );
}

function findCuts(tokens: readonly Token[], links: Int32Array, turns: readonly number[]): number[] {
  const cuts: number[] = [];
  let turn: number | undefined;
  for (const [at, link] of links.entries()) {
    if (link < 0) continue;
    if (turn === undefined) turn = turns.findIndex((start) => start > link);
    if (turn < 0) break;
    if (link < (turns[turn] ?? Infinity)) continue;
    while ((turns[turn] ?? Infinity) <= link) turn += 1;
    const cut = moveToSentence(tokens, at);
    if (cut > (cuts.at(-1) ?? 0)) cuts.push(cut);
  }
  return cuts;
}

function moveToSentence(tokens: readonly Token[], at: number): number {
  for (let by = 0; by <= reach; by++) {
    for (const near of [at - by, at + by]) if (sentenceEnd.test(tokens[near - 1]?.text ?? '')) return near;
  }
  return at;
}
