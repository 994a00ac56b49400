'use client';

import * as texts from '#messages/editor/reading';
import { formatClock, formatSpokenDuration } from '#lib/messages/format';
import type { Node } from '@tiptap/pm/model';
import { memo, startTransition, useCallback, useEffect, useState } from 'react';
import { type EditedSpeaker, toText } from '#lib/transcript/edit';
import documentStyles from '#components/editor/document/document.module.css';
import {
  getSpeakerColor,
  getAttributes,
  toPieces,
  getSpeakers,
} from '#components/editor/document/to-document.ts';
import { getStartMs } from '#components/editor/document/timing.ts';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './reading-view.module.css';

/** The transcript as a document: for screen readers, a heading and a paragraph per monologue. */
export function ReadingView() {
  const { words, player } = useEditorServices();
  const doc = useLatestDocument();
  const speakers = new Map(getSpeakers(doc).map((speaker) => [speaker.id, speaker]));
  const play = useCallback(
    (ms: number): void => {
      player.seek(ms);
      player.play();
    },
    [player],
  );
  return (
    <section
      className={`${documentStyles['document']} ${styles['view']}`}
      aria-label={texts.label()}
      tabIndex={-1}
      data-reading
    >
      {doc.textContent.trim() === '' && <p>{texts.empty()}</p>}
      {doc.children.map((node) => (
        <Monologue
          key={getAttributes(node).id}
          node={node}
          speaker={speakers.get(getAttributes(node).speaker)}
          startMs={getStartMs(node, words)}
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
  const { id } = getAttributes(node);
  const name = speaker?.name ?? '';
  return (
    <article
      className={documentStyles['monologue']}
      aria-labelledby={`reading-${id}`}
      tabIndex={-1}
      data-monologue={id}
      style={{
        ['--characters' as string]: node.content.size,
        ['--speaker' as string]: `var(--color-speaker-${speaker === undefined ? 0 : getSpeakerColor(speaker)})`,
      }}
    >
      <header>
        <h2 id={`reading-${id}`} className={styles['heading']}>
          <span>{name}</span>
          <span className="unseen">, {formatSpokenDuration(startMs)}</span>
        </h2>
        <button
          type="button"
          className={styles['time']}
          aria-label={texts.playFrom({ time: formatSpokenDuration(startMs) })}
          onClick={() => play(startMs)}
        >
          {formatClock(startMs)}
        </button>
      </header>
      <p dir="auto">{toText(toPieces(node))}</p>
    </article>
  );
});

/** The current document, including changes by others. */
function useLatestDocument(): Node {
  const { editor } = useEditorServices();
  const [doc, setDoc] = useState(editor.state.doc);
  useEffect(() => {
    const show = (): void => startTransition(() => setDoc(editor.state.doc));
    show();
    editor.on('transaction', show);
    return () => void editor.off('transaction', show);
  }, [editor]);
  return doc;
}
