'use client';

import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReaderLocale } from '#components/reader-locale';
import { recordTexts as texts } from '#components/texts/recognition';
import { isBasic, type ShownRecognition } from '#components/shown-recognition';
import styles from './recognition-record.module.css';

/** What an engine says that can't tell its version. */
const unknownVersion = 'unknown';

/** All that is known of how a job was recognised. */
export function RecordFacts({ record }: { record: ShownRecognition }) {
  const { engine, model, version, phrases, speed, notes } = record;
  const language = useLanguage(record);
  return (
    <div className={styles['record']}>
      {isBasic(record) && <BetterWords />}
      <dl className={styles['facts']}>
        <Fact name={texts.engine}>
          {texts.engines[engine] ?? engine}{' '}
          {version !== unknownVersion && <span className={styles['version']}>{version}</span>}
        </Fact>
        <Fact name={texts.model}>{model}</Fact>
        <Fact name={texts.language}>{language}</Fact>
        <Fact name={texts.speakers}>{describeSpeakers(record)}</Fact>
        <Fact name={texts.vocabulary}>{texts.phrases(phrases)}</Fact>
        {speed !== undefined && <Fact name={texts.speed}>{texts.timesRealTime(speed)}</Fact>}
      </dl>
      {notes.length > 0 && (
        <ul className={styles['notes']} aria-label={texts.notes}>
          {notes.map((note) => (
            <li key={note}>{texts.note[note]}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the words of the basic engine are worth, and what to do about it. */
export function BetterWords() {
  return (
    <p className={styles['basic']}>
      {texts.basic.long} <Code className={styles['command'] ?? ''}>{texts.basic.command}</Code>
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useLanguage({ language, isLanguageAutomatic }: ShownRecognition): string {
  const locale = useReaderLocale();
  if (language === undefined) return texts.unknown;
  const name = new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(language) ?? language;
  return isLanguageAutomatic ? texts.automatic(name) : name;
}

function describeSpeakers({ speakers, speakersBy }: ShownRecognition): string {
  const { auto, off, count } = texts.speakersAsked;
  if (speakers === 'off' && speakersBy === 'none') return off;
  const asked = typeof speakers === 'number' ? count(speakers) : speakers === 'auto' ? auto : off;
  return `${asked}, ${texts.speakersBy[speakersBy]}`;
}
