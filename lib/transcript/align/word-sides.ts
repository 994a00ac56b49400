import { wordForm } from '#lib/transcript/align/word-form';

/** A list of words as it is compared. Of the two lists of a comparison, equal ids mean equal forms. */
export interface Side {
  texts: readonly string[];
  forms: readonly string[];
  ids: Int32Array;
  /** The first and the last letter of each form, as UTF-16 units: most pairs differ in both. */
  heads: Uint16Array;
  tails: Uint16Array;
}

/** The text's words and those that they are linked to. */
export interface Sides {
  mine: Side;
  theirs: Side;
}

/** A stretch of both lists: `from` to `to` of the one, `otherFrom` to `otherTo` of the other. */
export interface Stretch {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

/** Prepares the words of a stretch of two lists to be compared; the others' forms stay empty. */
export function toSides(texts: readonly string[], others: readonly string[], stretch: Stretch): Sides {
  const known = new Map<string, number>();
  return {
    mine: toSide(texts, stretch.from, stretch.to, known),
    theirs: toSide(others, stretch.otherFrom, stretch.otherTo, known),
  };
}

function toSide(texts: readonly string[], from: number, to: number, known: Map<string, number>): Side {
  const forms = texts.map((text, i) => (i >= from && i < to ? wordForm(text) : ''));
  const ids = new Int32Array(texts.length);
  const heads = new Uint16Array(texts.length);
  const tails = new Uint16Array(texts.length);
  for (let i = from; i < to; i++) {
    const form = forms[i] ?? '';
    let id = known.get(form);
    if (id === undefined) known.set(form, (id = known.size));
    ids[i] = id;
    heads[i] = form.charCodeAt(0);
    tails[i] = form.charCodeAt(form.length - 1);
  }
  return { texts, forms, ids, heads, tails };
}
