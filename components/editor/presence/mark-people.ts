import { formatList } from '#lib/messages/format';
import * as texts from '#messages/editor/presence';
import type { Editor } from '@tiptap/core';
import styles from './people.module.css';
import { personColor } from './person-color';
import type { Person } from './presence';

/** Marks the monologues that other people are in. Free while nobody else is here. */
export function markPeople(editor: Editor, others: () => readonly Person[]): { paint(): void; end(): void } {
  let marked = new Map<HTMLElement, string>();
  const paint = (): void => {
    if (editor.isDestroyed) return;
    const wanted = new Map<HTMLElement, string>();
    for (const [id, people] of byMonologue(others())) {
      const section = editor.view.dom.querySelector<HTMLElement>(`[data-monologue="${CSS.escape(id)}"]`);
      if (section === null) continue;
      const names = formatList(people.map(({ name }) => name));
      wanted.set(section, names);
      mark(section, names, people[0]?.colour ?? 0);
    }
    for (const section of marked.keys()) if (!wanted.has(section)) unmark(section);
    marked = wanted;
  };
  // A changed monologue may have a new element, and its old element may show another monologue.
  const repaint = (): void => {
    if (marked.size > 0) paint();
  };
  editor.on('update', repaint);
  return {
    paint,
    end() {
      editor.off('update', repaint);
      for (const section of marked.keys()) unmark(section);
    },
  };
}

function byMonologue(people: readonly Person[]): Map<string, Person[]> {
  const found = new Map<string, Person[]>();
  for (const person of people) {
    if (person.monologue !== undefined)
      found.set(person.monologue, [...(found.get(person.monologue) ?? []), person]);
  }
  return found;
}

function mark(section: HTMLElement, names: string, color: number): void {
  const header = section.querySelector('header');
  section.classList.add(styles['visited'] ?? '');
  section.style.setProperty('--visitor', personColor(color));
  if (header === null || header.dataset['people'] === names) return;
  header.dataset['people'] = names;
  header.title = texts.hereNow({ names });
}

function unmark(section: HTMLElement): void {
  section.classList.remove(styles['visited'] ?? '');
  section.style.removeProperty('--visitor');
  const header = section.querySelector('header');
  if (header === null) return;
  delete header.dataset['people'];
  header.removeAttribute('title');
}
