import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { formatDuration, formatFileSize } from '#lib/messages/format';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/uploads';
import { describeChoices } from '#components/recognition/describe-choices.ts';
import type { RecognitionOffer } from '#components/recognition/offer.ts';
import type { ChosenFile, UploadPhase } from './upload-phases';
import styles from './upload-panel.module.css';

/** The files being uploaded, each with its progress, its state and a button to cancel it. */
export function UploadList({
  files,
  offer,
  onCancel,
}: {
  files: ChosenFile[];
  offer: RecognitionOffer;
  onCancel: (key: string) => void;
}) {
  return (
    <ul className={styles['files']} aria-label={texts.list()}>
      {files.map(({ key, name, bytes, phase, choices = {} }) => (
        <li key={key} className={styles['file']} data-item={key}>
          <span className={styles['name']} title={name}>
            {name}
          </span>
          <p className={phase.kind === 'refused' ? styles['refused'] : styles['hint']}>
            {describePhase(phase, bytes)}
          </p>
          <p className={styles['choices']}>{describeChoices(choices, offer)}</p>
          <CancelButton name={name} phase={phase} onCancel={() => onCancel(key)} />
          {('sentBytes' in phase || phase.kind === 'queued') && (
            <Progress
              className={styles['bar'] ?? ''}
              value={getPercent(phase, bytes)}
              aria-label={texts.progress({ name })}
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
      data-control="cancel"
      aria-label={isThere ? texts.removeNamed({ name }) : texts.cancelNamed({ name })}
      onClick={onCancel}
    >
      {isThere ? texts.remove() : commonTexts.cancel()}
    </Button>
  );
}

function getPercent(phase: UploadPhase, bytes: number): number {
  return 'sentBytes' in phase ? (phase.sentBytes / bytes) * 100 : 0;
}

function describePhase(phase: UploadPhase, bytes: number): string {
  switch (phase.kind) {
    case 'sending': {
      const { sentBytes, bytesPerSecond = 0 } = phase;
      const sent = formatFileSize(sentBytes);
      const total = formatFileSize(bytes);
      if (bytesPerSecond === 0) return texts.sent({ sent, total });
      const speed = formatFileSize(bytesPerSecond);
      const duration = formatDuration((bytes - sentBytes) / bytesPerSecond);
      return texts.sentAtSpeed({ sent, total, speed, duration });
    }
    case 'ready':
      return texts.ready({ duration: phase.length });
    case 'refused':
      return phase.why;
    case 'queued':
      return texts.queued();
    case 'paused':
      return phase.why ?? texts.paused();
    case 'measuring':
      return texts.measuring();
    case 'submitting':
      return texts.submitting();
  }
}
