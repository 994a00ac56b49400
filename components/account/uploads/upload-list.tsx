import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { useReaderLocale } from '#components/reader-locale';
import { uploadsTexts as texts } from '#components/texts/uploads';
import { describeChoices } from '../recognition/describe-choices';
import type { RecognitionOffer } from '../recognition/offer';
import type { ChosenFile, UploadPhase } from './upload-phases';
import styles from './upload-panel.module.css';

/** The files on their way, each with its bar, what there is to say of it, and a way to be rid of it. */
export function UploadList({
  files,
  offer,
  onCancel,
}: {
  files: ChosenFile[];
  offer: RecognitionOffer;
  onCancel: (key: string) => void;
}) {
  const locale = useReaderLocale();
  return (
    <ul className={styles['files']} aria-label={texts.uploads}>
      {files.map(({ key, name, bytes, phase, choices = {} }) => (
        <li key={key} className={styles['file']}>
          <span className={styles['name']} title={name}>
            {name}
          </span>
          <p className={phase.kind === 'refused' ? styles['refused'] : styles['hint']}>
            {inWords(phase, bytes)}
          </p>
          <p className={styles['choices']}>{describeChoices(choices, offer, locale)}</p>
          <CancelButton name={name} phase={phase} onCancel={() => onCancel(key)} />
          {('sentBytes' in phase || phase.kind === 'queued') && (
            <Progress
              className={styles['bar'] ?? ''}
              value={percentOf(phase, bytes)}
              aria-label={texts.bar(name)}
            />
          )}
          {phase.kind === 'refused' && (
            <VisuallyHidden role="alert">
              {name}: {phase.why}
            </VisuallyHidden>
          )}
        </li>
      ))}
    </ul>
  );
}

function CancelButton({
  name,
  phase: { kind },
  onCancel,
}: {
  name: string;
  phase: UploadPhase;
  onCancel: () => void;
}) {
  if (kind === 'submitting') return null;
  const isThere = kind === 'ready' || kind === 'refused';
  return (
    <Button
      variant="default"
      size="xs"
      h={32}
      className={styles['cancel'] ?? ''}
      aria-label={isThere ? texts.removeOf(name) : texts.cancelOf(name)}
      onClick={onCancel}
    >
      {isThere ? texts.remove : texts.cancel}
    </Button>
  );
}

function percentOf(phase: UploadPhase, bytes: number): number {
  return 'sentBytes' in phase ? (phase.sentBytes / bytes) * 100 : 0;
}

function inWords(phase: UploadPhase, bytes: number): string {
  switch (phase.kind) {
    case 'sending': {
      const { sentBytes, bytesPerSecond = 0 } = phase;
      const sent = texts.sending(sentBytes, bytes);
      if (bytesPerSecond === 0) return sent;
      return `${sent}, ${texts.speed(bytesPerSecond, (bytes - sentBytes) / bytesPerSecond)}`;
    }
    case 'ready':
      return texts.ready(phase.length);
    case 'refused':
      return phase.why;
    case 'queued':
    case 'paused':
    case 'measuring':
    case 'submitting':
      return texts[phase.kind];
  }
}
