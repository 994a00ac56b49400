'use client';

import { Code } from '@mantine/core';
import { formatDuration, formatList } from '#lib/messages/format';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/recognition-record';
import { nameLanguage } from './language-choices';
import type { RecognitionView, TrackView } from '#components/recognition/recognition-view';
import styles from './recognition-record.module.css';

/* Notes that the editor shows immediately. The full record loads on demand. */

/** Warns about the basic engine's quality, with a remedy. */
export function BasicEngineNote() {
  return (
    <p className={styles['basic']}>
      {texts.basicLong()} <Code className={styles['command'] ?? ''}>{texts.basicCommand()}</Code>
    </p>
  );
}

/** Describes the omitted tracks that may contain speech; undefined without any. */
export function describeUnheard({ tracks }: RecognitionView): string | undefined {
  const unheard = tracks.filter(({ isUnheard }) => isUnheard);
  if (unheard.length === 0) return undefined;
  return texts.tracksLeftOut({ count: unheard.length, tracks: formatList(unheard.map(nameTrack)) });
}

/** Describes audio that couldn't be decoded; undefined if nothing was lost. */
export function describeLostSound({ lostSound }: RecognitionView): string | undefined {
  if (lostSound === undefined) return undefined;
  const { seconds, ofSeconds } = lostSound;
  return texts.lostSound({ lost: formatDuration(seconds), total: formatDuration(ofSeconds) });
}

/** Names a track by its number and known facts. */
export function nameTrack({ number, title, language, channels }: TrackView): string {
  const track = texts.track({ number });
  const details = [
    title,
    language === undefined ? undefined : nameLanguage(language, getLocale()),
    channels === undefined ? undefined : texts.trackChannels({ count: channels }),
  ].filter((detail) => detail !== undefined);
  return details.length === 0 ? track : texts.trackDetails({ track, details: details.join(', ') });
}
