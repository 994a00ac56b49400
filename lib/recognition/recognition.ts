import { chooseAligner } from '#lib/recognition/alignment/align-piece';
import {
  alignStretches,
  type AlignedWords,
  type KnownWord,
} from '#lib/recognition/alignment/align-stretches';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import { chooseOtherEngine } from '#lib/recognition/options/choose-other-engine';
import { type Engine, type EngineDescription, EngineFailure } from '#lib/recognition/engine';
import { memoryBudget } from '#lib/recognition/engines/memory-budget';
import { memoryShare } from '#lib/recognition/engines/sherpa/choose-processes';
import { listEngines, openEngine, workerMemoryMb } from '#lib/recognition/engines';
import { installedModels, isRecognizer } from '#lib/recognition/models/find-models';
import {
  fitVocabulary,
  type RecognitionOptions,
  type SpeakersOption,
} from '#lib/recognition/options/options';
import { languageFor, matchLanguage } from '#lib/recognition/options/match-language';
import {
  type RecognizedRecording,
  recognizeRecording,
  type RecordingRun,
  type Sound,
} from '#lib/recognition/recognize-recording';
import type { RecognitionRecord } from '#lib/recognition/record';
import { chooseSecondOpinion } from '#lib/recognition/second-opinion/choose-second-opinion';
import { chooseTracks, type TrackChoice, type TrackSource } from '#lib/recognition/tracks/choose-tracks';
import { separateSpeakers } from '#lib/recognition/speakers/separate-speakers';
import { openSpeechTools } from '#lib/recognition/speech-tools';
import { preferForText } from '#lib/recognition/options/prefer-for-text';
import type { Env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import type { MachineWord } from '#lib/transcript/model';

export interface PlannedRecognition {
  /** The record, as far as known before recognition begins. */
  record: RecognitionRecord;
  /** Recognizes the recording. Throws an `EngineFailure` if the engine can't, and the signal's reason if aborted. */
  recognize(run: RecordingRun): Promise<RecognizedRecording>;
  /** Times the words of the given text, once matched to the recognized words; see `alignStretches`. */
  alignWords(words: readonly KnownWord[], signal: AbortSignal): Promise<AlignedWords>;
}

/** Recognition, shared by all jobs of a worker. */
export interface Recognition {
  /** Chooses the tracks of a media file to recognize with these options; see `chooseTracks`. */
  chooseTracks(source: TrackSource, options: RecognitionOptions, signal: AbortSignal): Promise<TrackChoice>;
  /**
   * Chooses the engine and all defaults. If the words of the recording's text are given, recognition only serves to
   * time them. Throws an `EngineFailure` if no engine supports the options.
   */
  prepare(
    sound: Sound,
    options: RecognitionOptions & { standingVocabulary: readonly string[]; text?: readonly string[] },
  ): Promise<PlannedRecognition>;
  /**
   * Separates the speakers of words recognized earlier. Throws an `EngineFailure` if that isn't possible, and the
   * signal's reason if aborted.
   */
  separateSpeakers(
    sound: Sound,
    asked: { words: MachineWord[]; speakers: 'auto' | number },
    signal: AbortSignal,
  ): Promise<
    Pick<RecognizedRecording, 'words' | 'speakers' | 'monologues'> & Pick<RecognitionRecord, 'speakersBy'>
  >;
  /** Ends all processes and requests; recordings in progress are rejected. */
  close(): Promise<void>;
}

/** Opens recognition with these settings. Engines and models are looked up for each recording and loaded on demand. */
export function openRecognition(env: Env): Recognition {
  const memoryMb = memoryShare * workerMemoryMb(env);
  const limits = {
    parallel: Math.max(1, Math.floor(env.recognizers / env.workers)),
    idleMs: env.recognizerIdleMinutes * 60_000,
    memory: memoryBudget(memoryMb),
  };
  const tools = openSpeechTools(env, limits);
  const opened = new Map<string, Promise<Engine>>();

  const open = (description: EngineDescription): Promise<Engine> => {
    const key = JSON.stringify(description);
    const engine = opened.get(key) ?? openEngine(env, description, limits);
    opened.set(key, engine);
    // A model that is missing now may be installed by the next recording.
    engine.catch(() => opened.delete(key));
    return engine;
  };
  const findSecondOpinion = async (engine: EngineDescription, language: string | undefined) => {
    const models = (await installedModels(env.modelsDir)).filter(isRecognizer);
    return chooseSecondOpinion(engine, models, { language, memoryMb });
  };

  return {
    chooseTracks: async (source, options, signal) => {
      const { voiceActivity } = await tools.find();
      const { engine } = chooseEngine(options, await listEngines(env), { speakerModels: true });
      const [only, ...others] = engine?.capabilities.languages ?? [];
      const named = options.language === 'auto' ? undefined : options.language;
      const language = named ?? (others.length === 0 ? only : undefined);
      return chooseTracks(source, { language, audioTracks: options.audioTracks }, { voiceActivity, signal });
    },
    prepare: async (sound, { standingVocabulary, text, ...asIs }) => {
      const found = await tools.find();
      const speakerModels = found.diarization !== undefined;
      // If the speaker models were removed after the submission, a transcript with one speaker is better than none.
      const all = await listEngines(env);
      const { options, engines } =
        text === undefined
          ? { options: asIs, engines: all }
          : await preferForText(text, asIs, { engines: all, models: await installedModels(env.modelsDir) });
      const choice = chooseEngine(options, engines, { speakerModels: true });
      if (choice.faults !== undefined) {
        throw new EngineFailure(`no engine supports the options: ${JSON.stringify(choice.faults)}`);
      }
      const { capabilities, id, engine, model, version } = choice.engine;
      const vocabulary = fitVocabulary([...(options.vocabulary ?? []), ...standingVocabulary], capabilities);
      // The language is recorded only if the engine accepts one; the requested one is in the record's options.
      const canBeTold = capabilities.ignoresLanguage !== true;
      const language = canBeTold ? languageFor(options.language, capabilities) : undefined;
      // The words of a translation are not those that are spoken.
      const second =
        options.translate === true || text !== undefined
          ? undefined
          : await findSecondOpinion(choice.engine, language);
      const named = options.language === 'auto' || !canBeTold ? undefined : options.language;
      const speakers = options.speakers ?? (speakerModels || sound.channels.length > 1 ? 'auto' : 'off');
      const channels = sound.channels.length;
      const speakersBy = chooseSpeakerMethod({ speakers, channels, speakerModels });
      const record: RecognitionRecord = {
        ...{ engineId: id, engine, model, version },
        ...describeLanguage(named ?? language ?? null, options.translate),
        options: { language: options.language ?? 'auto', speakers, vocabulary: vocabulary.length },
        words: capabilities.words,
        ...(second !== undefined && { secondOpinion: second.model }),
        speakersBy,
        speed: null,
        ...(sound.tracks !== undefined && { tracks: sound.tracks }),
        notes: [
          ...(speakersBy === 'none' && wantsSeveral(speakers) ? (['speakers-failed'] as const) : []),
          ...(text === undefined ? [] : (['text-given'] as const)),
        ],
      };
      // A given text has its own punctuation.
      const usedTools = text === undefined ? found : { ...found, punctuation: undefined };
      const asked = { language, vocabulary, ...(options.translate === true && { translate: true }) };
      const openOther = async () => {
        const other = chooseOtherEngine(choice.engine, options, engines);
        if (other === undefined) return undefined;
        const spoken = named ?? language;
        const otherAsked = {
          ...asked,
          language: spoken === undefined ? undefined : matchLanguage(spoken, other.capabilities),
          vocabulary: fitVocabulary(vocabulary, other.capabilities),
        };
        try {
          return { engine: await open(other), asked: otherAsked };
        } catch (error) {
          // The model may have been removed meanwhile; the speech is then noted as not understood.
          log().warn({ engine: other.id, err: error }, 'another engine could not be opened');
          return undefined;
        }
      };
      return {
        record,
        recognize: async (run) => {
          const recognizer = await open(choice.engine);
          const openSecond = second && (() => open(second));
          return recognizeRecording(
            sound,
            { engine: recognizer, tools: usedTools, asked, record, openOther, openSecond },
            run,
          );
        },
        alignWords: (words, signal) => {
          // The text's language, even if the engine ignores it.
          const written = options.language === 'auto' ? undefined : options.language;
          const [only = sound.mixed, ...others] = sound.channels;
          return alignStretches(
            words,
            {
              ...{ pcmPath: others.length === 0 ? only : sound.mixed, totalMs: sound.totalMs },
              aligner: chooseAligner(found.aligners, written ?? language),
              onFailed: (error) => log().warn({ err: error }, 'alignment of a given text failed'),
            },
            signal,
          );
        },
      };
    },
    separateSpeakers: async (sound, { words, speakers }, signal) => {
      const found = await tools.find();
      const channels = sound.channels.length;
      const speakerModels = found.diarization !== undefined;
      const speakersBy = chooseSpeakerMethod({ speakers, channels, speakerModels });
      const record = { speakersBy, options: { speakers } };
      return { speakersBy, ...(await separateSpeakers(words, sound, found, record, signal)) };
    },
    close: async () => {
      const engines = await Promise.allSettled(opened.values());
      const ends = engines.map((result) =>
        result.status === 'fulfilled' ? result.value.close() : undefined,
      );
      await Promise.all([...ends, tools.close()]);
    },
  };
}

/** Translations are into English. */
const translationLanguage = 'en';

function describeLanguage(
  spoken: string | null,
  translate: boolean | undefined,
): Pick<RecognitionRecord, 'language' | 'translatedFrom'> {
  return translate === true
    ? { language: translationLanguage, translatedFrom: spoken }
    : { language: spoken };
}

function wantsSeveral(speakers: SpeakersOption): boolean {
  return speakers !== 'off' && speakers !== 1;
}

function chooseSpeakerMethod({
  speakers,
  channels,
  speakerModels,
}: {
  speakers: SpeakersOption;
  channels: number;
  speakerModels: boolean;
}): RecognitionRecord['speakersBy'] {
  if (!wantsSeveral(speakers)) return 'none';
  if (channels > 1 && (speakers === 'auto' || speakers === channels)) return 'channel';
  return speakerModels ? 'voice' : 'none';
}
