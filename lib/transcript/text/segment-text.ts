/** ICU takes more than quadratic time. */
const maxPart = 1000;

/** Marks after which a word, and so a part, ends in every context. */
const sign = /[。！？、」』）။។](?=[\p{L}\p{N}])/gu;

/** Yields a text's segments in linear time. Each has at most 1,000 UTF-16 units, and joined they equal the text. */
export function* segmentText(segmenter: Intl.Segmenter, text: string): Generator<string, void> {
  for (let at = 0; at < text.length;) {
    const isLast = text.length - at <= maxPart;
    const sure = isLast ? text.length : at + findEnd(text.slice(at, at + maxPart + 1));
    const to =
      sure > at ? sure : at + maxPart - (/[\uD800-\uDBFF]/.test(text.charAt(at + maxPart - 1)) ? 1 : 0);
    const segments = Array.from(segmenter.segment(text.slice(at, to)), ({ segment }) => segment);
    if (sure === at && segments.length > 1) segments.pop();
    for (const segment of segments) {
      yield segment;
      at += segment.length;
    }
  }
}

/** Returns the offset after the last such mark, 0 without any. */
function findEnd(text: string): number {
  let end = 0;
  for (const { index } of text.matchAll(sign)) end = index + 1;
  return end;
}
