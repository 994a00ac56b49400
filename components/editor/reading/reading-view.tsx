'use client';

import type { Node } from '@tiptap/pm/model';
import { memo, startTransition, useEffect, useState } from 'react';
import { keyTexts } from '#components/texts/keys';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import { textOf } from '#lib/transcripts/edit';
import { clockOf } from '../clock';
import documentStyles from '../document/document.module.css';
import { colourOf } from '../document/monologue-view';
import { startOf } from '../document/timing';
import { attributesOf, contentOfNode, speakersOf } from '../document/to-document';
import { useRoom } from '../edit-room';
import styles from './reading-view.module.css';

const texts = keyTexts.reading;

/** The transcript as a document to read: for a screen reader a heading and a paragraph for each monologue. */
export function ReadingView() {
  const { words, player } = useRoom();
  const doc = useLatestDocument();
  const speakers = new Map(speakersOf(doc).map((speaker) => [speaker.id, speaker]));
  const play = (ms: number): void => {
    player.seek(ms);
    player.play();
  };
  return (
    <section
      className={`${documentStyles['document']} ${styles['view']}`}
      aria-label={texts.label}
      tabIndex={-1}
      data-reading
    >
      {doc.textContent.trim() === '' && <p>{texts.empty}</p>}
      {doc.children.map((node) => (
        <Monologue
          key={attributesOf(node).id}
          node={node}
          speaker={speakers.get(attributesOf(node).speaker)}
          startMs={startOf(node, words)}
          play={play}
        />
      ))}
    </section>
  );
}

interface Shown {
  node: Node;
  speaker: EditedSpeaker | undefined;
  startMs: number;
  play: (ms: number) => void;
}

const Monologue = memo(function Monologue({ node, speaker, startMs, play }: Shown) {
  const { id } = attributesOf(node);
  const name = speaker?.name ?? '';
  return (
    <article
      className={documentStyles['monologue']}
      aria-labelledby={`reading-${id}`}
      tabIndex={-1}
      data-monologue={id}
      data-colour={speaker === undefined ? 0 : colourOf(speaker)}
      style={{ ['--characters' as string]: node.content.size }}
    >
      <header>
        <h2 id={`reading-${id}`} className={styles['heading']}>
          <span>{name}</span>
          <span className={styles['unseen']}>, {texts.at(startMs)}</span>
        </h2>
        <button
          type="button"
          className={styles['time']}
          aria-label={texts.playFrom(startMs)}
          onClick={() => play(startMs)}
        >
          {clockOf(startMs)}
        </button>
      </header>
      <p dir="auto">{textOf(contentOfNode(node))}</p>
    </article>
  );
}, isSame);

function isSame(before: Shown, after: Shown): boolean {
  return before.node === after.node && before.speaker === after.speaker && before.startMs === after.startMs;
}

/** The document as it is now, also when others change it. */
function useLatestDocument(): Node {
  const { editor } = useRoom();
  const [doc, setDoc] = useState(editor.state.doc);
  useEffect(() => {
    const show = (): void => startTransition(() => setDoc(editor.state.doc));
    show();
    editor.on('transaction', show);
    return () => void editor.off('transaction', show);
  }, [editor]);
  return doc;
}
