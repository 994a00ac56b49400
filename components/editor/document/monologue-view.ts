import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { attributesOf, speakersOf } from './to-document';
import { startOf } from './timing';
import styles from './document.module.css';
import { documentTexts as texts } from '#components/texts/document';
import { clockOf } from '../clock';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import type { MachineWord } from '#lib/transcripts/model';

/*
 * Plain DOM: as a React component each monologue would cost three times the time to load and to type in
 * (measured with 600 of them). The buttons are for the pointer; the same is done by commands at the caret.
 */

/** Colours of speakers; a speaker without one takes the colour of its id. */
export const speakerColours = 10;

/** The colour of a speaker, 0 to 9. */
export const colourOf = ({ id, colour }: EditedSpeaker): number => colour ?? id % speakerColours;

/** One monologue: who speaks and when, and the text. */
export function monologueView(node: Node, editor: Editor, words: readonly MachineWord[]): NodeView {
  const dom = document.createElement('section');
  dom.className = styles['monologue'] ?? '';
  const header = dom.appendChild(document.createElement('header'));
  header.contentEditable = 'false';
  const speaker = header.appendChild(button('speaker', texts.changeSpeaker));
  const time = header.appendChild(button('time', texts.playFromHere));
  const contentDOM = dom.appendChild(document.createElement('p'));
  let shown = node;
  const paint = (): void => {
    const { id, speaker: speakerId } = attributesOf(shown);
    const who = speakersOf(editor.state.doc).find((one) => one.id === speakerId);
    dom.dataset['monologue'] = id;
    dom.dataset['colour'] = String(who === undefined ? 0 : colourOf(who));
    const name = who?.name ?? '';
    if (speaker.textContent !== name) speaker.textContent = name;
    const at = clockOf(startOf(shown, words));
    if (time.textContent !== at) time.textContent = at;
  };
  const size = (): void => dom.style.setProperty('--characters', String(shown.content.size));
  size();
  paint();
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== shown.type) return false;
      const changed = next.attrs !== shown.attrs;
      const grown = Math.abs(next.content.size - shown.content.size) > 200;
      shown = next;
      if (changed) paint();
      if (grown) size();
      return true;
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    stopEvent: (event) =>
      event.target instanceof globalThis.Node && header.contains(event.target) && event.type !== 'dragstart',
  };
}

function button(role: 'speaker' | 'time', title: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.tabIndex = -1;
  made.title = title;
  made.dataset['role'] = role;
  return made;
}
