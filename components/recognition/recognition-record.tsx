'use client';

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatClock, formatDuration, formatList, formatNumber } from '#lib/messages/format';
import * as texts from '#messages/recognition-facts';
import * as recordTexts from '#messages/recognition-record';
import {
  isBasic,
  type RecognitionRemark,
  type RecognitionView,
  type TrackView,
} from '#components/recognition/recognition-view';
import { getLocale } from '#lib/messages/locale';
import { nameLanguage as nameIn } from './language-choices';
import { BasicEngineNote, describeLostSound, nameTrack } from './recognition-notes';
import styles from './recognition-record.module.css';

/** The version of an engine that doesn't report one. */
const unknownVersion = 'unknown';
/** The editor's review lists all of them. */
const maxPassages = 5;

/** The recognition record of a job in the list. */
export function RecordDialog({ record, onClose }: { record: RecognitionView; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={recordTexts.title()} centered>
      <RecordFacts record={record} />
    </Modal>
  );
}

/** All known facts about a job's recognition. */
export function RecordFacts({ record }: { record: RecognitionView }) {
  const { engine, model, version, secondOpinion, phrases, speed, notes, tracks, passages } = record;
  const language = describeLanguage(record);
  return (
    <div>
      {isBasic(record) && <BasicEngineNote />}
      <dl className={styles['facts']}>
        <Fact name={texts.engine()}>
          {nameEngine(engine)}{' '}
          {version !== unknownVersion && <span className={styles['version']}>{version}</span>}
        </Fact>
        <Fact name={texts.model()}>{model}</Fact>
        <Fact name={texts.language()}>{language}</Fact>
        {secondOpinion !== undefined && (
          <Fact name={texts.confidence()}>{texts.confidenceBySecond({ model: secondOpinion })}</Fact>
        )}
        <Fact name={texts.speakers()}>{describeSpeakers(record)}</Fact>
        <Fact name={texts.vocabulary()}>{texts.vocabularyEntries({ count: phrases })}</Fact>
        {tracks.length > 0 && (
          <Fact name={texts.tracks()}>
            <ul>
              {tracks.map((track) => (
                <li key={track.number}>{describeTrack(track)}</li>
              ))}
            </ul>
          </Fact>
        )}
        {passages !== undefined && (
          <Fact name={texts.again()}>
            <ul>
              {passages.map((passage) => (
                <li key={passage.startMs}>{describePassage(passage)}</li>
              ))}
            </ul>
          </Fact>
        )}
        {speed !== undefined && (
          <Fact name={texts.speed()}>{texts.timesRealTime({ speed: formatSpeed(speed) })}</Fact>
        )}
      </dl>
      {notes.length > 0 && (
        <ul className={styles['notes']} aria-label={texts.notes()}>
          {notes.map((note) => (
            <li key={note}>{describeNote(note, record)}</li>
          ))}
        </ul>
      )}
    </div>
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

function describeNote(note: RecognitionRemark, record: RecognitionView): string {
  if (note === 'language-doubtful') return describeDoubt(record);
  if (note === 'sound-lost') return describeLostSound(record) ?? '';
  if (note === 'speech-not-understood') return describeNotUnderstood(record);
  return texts.noteTexts[note]();
}

function describeDoubt({ language, askedLanguage }: RecognitionView): string {
  const expected = language === undefined ? undefined : (askedLanguage ?? language);
  if (expected !== undefined) return texts.languageDoubtful({ language: nameLanguage(expected) });
  return askedLanguage === undefined
    ? texts.languageMostlyUnknown()
    : texts.languageMostlyDoubtful({ language: nameLanguage(askedLanguage) });
}

function describeLanguage({ language, askedLanguage, isLanguageAutomatic }: RecognitionView): string {
  if (language === undefined) {
    return askedLanguage === undefined
      ? texts.languageUnknown()
      : texts.languageUnconfirmed({ language: nameLanguage(askedLanguage) });
  }
  const name = nameLanguage(language);
  if (askedLanguage !== undefined)
    return texts.languageOther({ language: name, asked: nameLanguage(askedLanguage) });
  return isLanguageAutomatic ? texts.languageAutomatic({ language: name }) : name;
}

function describeSpeakers({ speakers, speakersBy }: RecognitionView): string {
  if (typeof speakers === 'number') return texts.speakersCount({ count: speakers, method: speakersBy });
  if (speakers === 'auto') return texts.speakersAuto({ method: speakersBy });
  return speakersBy === 'none' ? texts.speakersOff() : texts.speakersOffBy({ method: speakersBy });
}

/** Describes a track, with the reason if it wasn't transcribed. */
function describeTrack(track: TrackView): string {
  const { center, leftOut } = track;
  const name = nameTrack(track);
  if (leftOut !== undefined) return texts.trackLeftOut({ track: name, reason: texts.leftOut[leftOut]() });
  return center === true ? texts.trackCenter({ track: name }) : texts.trackUsed({ track: name });
}

function describePassage(passage: NonNullable<RecognitionView['passages']>[number]): string {
  const { startMs, endMs, model, language } = passage;
  const facts = { start: formatClock(startMs), end: formatClock(endMs), model };
  return language === undefined
    ? texts.againPassage(facts)
    : texts.againPassageIn({ ...facts, language: nameLanguage(language) });
}

function describeNotUnderstood({ notUnderstood }: RecognitionView): string {
  const passages = notUnderstood
    .slice(0, maxPassages)
    .map(({ startMs, endMs }) =>
      texts.passage({ length: formatDuration((endMs - startMs) / 1000), clock: formatClock(startMs) }),
    );
  const more = notUnderstood.length - passages.length;
  const listed = more > 0 ? [...passages, texts.morePassages({ count: more })] : passages;
  return texts.notUnderstood({ count: notUnderstood.length, passages: formatList(listed) });
}

function formatSpeed(speed: number): string {
  return formatNumber(speed, speed < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 });
}

function nameEngine(engine: string): string {
  return isNamed(engine) ? texts.engines[engine]() : engine;
}

function isNamed(engine: string): engine is keyof typeof texts.engines {
  return Object.hasOwn(texts.engines, engine);
}

const nameLanguage = (language: string): string => nameIn(language, getLocale());
