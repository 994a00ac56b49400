const newest = new WeakMap<Element, object>();

/**
 * Says that a part of the editor, or the reader, wants the scrolling part of the page to stand somewhere. Several may
 * want that in the same second, and each sets it anew over some frames: the last one to ask gets it. Returns whether
 * that is this one.
 */
export function claimScrolling(page: Element): () => boolean {
  const claim = {};
  newest.set(page, claim);
  return () => newest.get(page) === claim;
}
