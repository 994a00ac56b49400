import { CopyButton } from '#components/copy-button';
import { OpenAtMoment } from '#components/editor/open-at-moment';
import { editorTexts } from '#components/texts/editor';
import styles from './transcript-text.module.css';

const texts = editorTexts.transcript;

/** A monologue to read. `at` is where it begins, as mm:ss; `startMs` the same in milliseconds. */
export interface ShownMonologue {
  id: number;
  speaker: string;
  at: string;
  startMs: number;
  text: string;
}

/** A transcript to read and to copy. */
export function TranscriptText({ monologues }: { monologues: ShownMonologue[] }) {
  if (monologues.length === 0) {
    return <p className={styles['nothing']}>{texts.noWords}</p>;
  }
  return (
    <>
      <CopyButton from="transcript">{texts.copy}</CopyButton>
      <div id="transcript" className={styles['text']}>
        {monologues.map(({ id, speaker, at, startMs, text }) => (
          <section
            key={id}
            className={styles['monologue']}
            aria-label={`${speaker}, ${at}`}
            data-start-ms={startMs}
            tabIndex={-1}
          >
            <p className={styles['head']}>
              <span className={styles['speaker']}>{speaker}</span> <span className={styles['at']}>{at}</span>
            </p>
            <p className={styles['words']}>{text}</p>
          </section>
        ))}
      </div>
      <OpenAtMoment within="transcript" />
    </>
  );
}
