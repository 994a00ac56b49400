import type { ReactNode } from 'react';
import { LocalTime } from '#components/ui/local-time';
import { renderMessage } from '#components/ui/render-message';
import { formatDuration, formatFileSize, formatMoney } from '#lib/messages/format';
import * as texts from '#messages/uploads';
import { getMissing, type CardTerms } from './card-terms';
import { getPriceCents, type ChosenFile } from '#components/uploads/upload-phases.ts';

/** A recording's progress toward a job, as text. */
export function UploadStatus({ file, terms }: { file: ChosenFile; terms: CardTerms }): ReactNode {
  const { phase, bytes, expiresAt, isSubmitting } = file;
  const { minuteCents } = terms;
  const missing = getMissing(file, terms);
  const size = formatFileSize(bytes);
  if (isSubmitting) return texts.submitting();
  switch (phase.kind) {
    case 'ready': {
      const price = formatMoney(getPriceCents(phase.prices, file));
      return (
        <>
          {phase.length} · {size} ·{' '}
          {missing > 0 && minuteCents > 0 ? (
            <strong>{texts.short({ price: price, missing: formatMoney(missing) })}</strong>
          ) : (
            <Kept until={expiresAt} />
          )}
        </>
      );
    }
    case 'partial':
      return (
        <>
          {phase.why ?? texts.partial({ sent: formatFileSize(phase.sentBytes), total: size })}{' '}
          <Kept until={expiresAt} />
        </>
      );
    case 'link':
      if (missing > 0) return texts.linkShort({ price: formatMoney(minuteCents) });
      return (
        <>
          {minuteCents > 0 && texts.linkPrice({ price: formatMoney(minuteCents) })} <Kept until={expiresAt} />
        </>
      );
    case 'sending': {
      const { sentBytes, bytesPerSecond = 0 } = phase;
      const sent = formatFileSize(sentBytes);
      if (bytesPerSecond === 0) return texts.sent({ sent, total: size });
      const speed = formatFileSize(bytesPerSecond);
      const duration = formatDuration((bytes - sentBytes) / bytesPerSecond);
      return texts.sentAtSpeed({ sent, total: size, speed, duration });
    }
    case 'refused':
      return phase.why;
    case 'queued':
      return texts.queued();
    case 'paused':
      return phase.why ?? texts.paused();
    case 'measuring':
      return texts.measuring();
  }
}

/** The time at which the server removes an upload or a link that isn't submitted. */
function Kept({ until }: { until: string | undefined }): ReactNode {
  if (until === undefined) return texts.uploaded();
  return renderMessage(texts.keptUntil, { date: <LocalTime iso={until} /> });
}
