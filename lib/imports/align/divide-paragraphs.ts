import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import type { Token } from '#lib/transcript/align/tokens';
import { toText, type Edit } from '#lib/transcript/edit';
import { countBelow } from '#lib/transcript/count-while';
import { cutContent } from '#lib/transcript/text/cut-content';

/** In characters. Longer paragraphs come from a program or were written without breaks. */
const longText = 1500;

const sentenceEnd = /[.?!…。？！]["'”’»)]*$/u;
/** A cut moves by at most this many words to reach the end of a sentence. */
const reach = 3;

/**
 * Divides long paragraphs without a speaker's name where the transcript's speaker changes, so that a text without
 * paragraphs gets some. `parts` has the words of each paragraph, `links` the machine words of all, -1 for none. O(n log
 * n).
 */
export function divideParagraphs<Paragraph extends ImportedParagraph>(
  paragraphs: readonly Paragraph[],
  parts: ReadonlyArray<readonly Token[]>,
  { links, base }: { links: Int32Array; base: Edit },
): Array<Paragraph | ImportedParagraph> {
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

/** The machine words at which the speaker changes. */
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
    turn ??= countBelow(turns, link + 1);
    if (turn >= turns.length) break;
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
