import * as texts from '#messages/editor/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';
import { getAttributes, getSpeakers, getSpeakerColor } from './to-document';
import type { ShowMonologue } from './schema';
import { getStartMs } from './timing';
import styles from './document.module.css';
import { formatClock } from '#lib/messages/format';
import type { MachineWord } from '#lib/transcript/model';

/* Plain DOM: React took three times as long to load and to type in, measured with 600 monologues. */

/** The monologues on the page: how to draw one, and how to redraw a speaker's names. */
export interface MonologueViews {
  show: ShowMonologue;
  showSpeakers: Plugin;
}

/** The views of one editor's monologues. */
export function monologueViews(words: readonly MachineWord[]): MonologueViews {
  const shown = new Set<Shown>();
  return {
    show: (node, editor) => monologueView(node, editor, words, shown),
    showSpeakers: new Plugin({
      view: () => ({
        update({ state }, before) {
          const speakers = getSpeakers(state.doc);
          const known = new Map(getSpeakers(before.doc).map((speaker) => [speaker.id, speaker]));
          if (speakers === getSpeakers(before.doc)) return;
          const changed = new Set(
            speakers.flatMap((speaker) => (known.get(speaker.id) === speaker ? [] : [speaker.id])),
          );
          for (const view of shown) if (changed.has(view.speaker())) view.paint();
        },
      }),
    }),
  };
}

interface Shown {
  speaker(): number;
  paint(): void;
}

/** Draws one monologue: speaker, time and text. */
function monologueView(node: Node, editor: Editor, words: readonly MachineWord[], all: Set<Shown>): NodeView {
  const dom = document.createElement('section');
  dom.className = styles['monologue'] ?? '';
  const header = dom.appendChild(document.createElement('header'));
  header.contentEditable = 'false';
  const speaker = header.appendChild(button('speaker', texts.changeSpeaker()));
  const time = header.appendChild(button('time', texts.playFromHere()));
  const contentDOM = dom.appendChild(document.createElement('p'));
  let current = node;
  let characters = -1;
  const paintTime = (): void => {
    const at = formatClock(getStartMs(current, words));
    if (time.textContent !== at) time.textContent = at;
  };
  const paint = (): void => {
    const { id, speaker: speakerId } = getAttributes(current);
    const found = getSpeakers(editor.state.doc).find((speaker) => speaker.id === speakerId);
    dom.dataset['monologue'] = id;
    const color = found === undefined ? 0 : getSpeakerColor(found);
    dom.dataset['color'] = String(color);
    dom.style.setProperty('--speaker', `var(--color-speaker-${color})`);
    const name = found?.name ?? '';
    if (speaker.textContent !== name) speaker.textContent = name;
    // Long names are truncated.
    speaker.title = `${name}\n${texts.changeSpeaker()}`;
  };
  // The height estimate needs only an approximate length.
  const size = (): void => {
    if (Math.abs(current.content.size - characters) < 40 && characters >= 0) return;
    characters = current.content.size;
    dom.style.setProperty('--characters', String(characters));
  };
  const shown: Shown = { speaker: () => getAttributes(current).speaker, paint };
  all.add(shown);
  size();
  paint();
  paintTime();
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== current.type) return false;
      if (next === current) return true;
      const changed = next.attrs !== current.attrs;
      current = next;
      if (changed) paint();
      paintTime();
      size();
      return true;
    },
    destroy: () => void all.delete(shown),
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
