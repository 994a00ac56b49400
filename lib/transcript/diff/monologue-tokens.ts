import type { EditedMonologue, Piece } from '#lib/transcript/edit';
import { cutText } from '#lib/transcript/diff/cut-text';
import { touches } from '#lib/transcript/text/join-words';

/*
 * Converts monologues to one sequence of tokens: a mark for each monologue's beginning, then its words and tags. Splits
 * and merges insert and delete marks, so that they are edits like those of words. Scripts without spaces are split by
 * dictionary, with words that are equal regardless of spaces between or within them.
 */

export interface Mark {
  kind: 'mark';
  /** Equal tokens have equal keys. */
  key: string;
  id: string;
  /** The white space of a monologue without words. */
  after: string;
}

export interface Word {
  kind: 'word';
  /** Equal words have equal keys: the text, without spaces inside a word of a script without spaces. */
  key: string;
  piece: Piece;
  before: string;
  /** The trailing white space of a monologue's last word, otherwise empty. */
  after: string;
  isFirst: boolean;
}

export type SequenceToken = Mark | Word;

/** Returns the tokens of the monologues in order. */
export function toSequence(monologues: Iterable<EditedMonologue>): SequenceToken[] {
  const sequence: SequenceToken[] = [];
  for (const { id, content } of monologues) {
    const words = toWords(content);
    const mark: Mark = {
      kind: 'mark',
      key: `\u0000${id}`,
      id,
      after: words.length === 0 ? getSpace(content) : '',
    };
    sequence.push(mark);
    // A loop, as a paragraph may have more words than a call's maximum number of arguments.
    for (const word of words) sequence.push(word);
  }
  return sequence;
}

function getSpace(content: readonly Piece[]): string {
  return content.map((piece) => ('tag' in piece ? '' : piece.text)).join('');
}

function toWords(content: readonly Piece[]): Word[] {
  const words: Word[] = [];
  let before = '';
  const add = (key: string, piece: Piece) => {
    words.push({ kind: 'word', key, piece, before, after: '', isFirst: words.length === 0 });
    before = '';
  };
  for (const piece of joined(content)) {
    if ('tag' in piece) add(`\u0001${piece.tag}\u0001${piece.note ?? ''}`, piece);
    else {
      const { words: cut, after } = cutText(piece.text);
      for (const { before: space, text, key } of cut) {
        before += space;
        add(key, { text });
      }
      before += after;
    }
  }
  const last = words.at(-1);
  if (last) last.after = before;
  return words;
}

/** Returns the content of a monologue with these words, spaced by their script, with one space at each seam. */
export function toContent(words: readonly Word[], blank: string): Piece[] {
  if (words.length === 0) return blank === '' ? [] : [{ text: blank }];
  const pieces: Piece[] = [];
  words.forEach((word, i) => {
    const last = words[i - 1];
    pieces.push({ text: last ? spaceBetween(last, word) : word.isFirst ? word.before : '' }, word.piece);
  });
  return joined([...pieces, { text: words.at(-1)?.after ?? '' }]);
}

function spaceBetween(last: Word, word: Word): string {
  if (word.before !== '' && !word.isFirst) return word.before;
  if (areAttached(last, word)) return '';
  const areTexts = 'text' in last.piece && 'text' in word.piece;
  return areTexts || word.isFirst ? ' ' : '';
}

/** True if two words are adjacent without a space, by the rules of their scripts. */
export function areAttached(last: Word, { piece }: Word): boolean {
  return 'text' in last.piece && 'text' in piece && touches(last.piece.text, piece.text);
}

/** Drops empty text and joins adjacent pieces of text. */
function joined(content: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  for (const piece of content) {
    if ('tag' in piece) {
      if (text !== '') pieces.push({ text });
      pieces.push(piece);
      text = '';
    } else text += piece.text;
  }
  if (text !== '') pieces.push({ text });
  return pieces;
}
