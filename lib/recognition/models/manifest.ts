/*
 * An installed model is a folder `<models>/<name>/` with its files and, beside them, `model.json`: the manifest that the
 * installer writes once every file has been checked. What has no manifest is not there.
 */

/** What a model is for. */
export type ModelRole = 'recognizer' | 'voice-activity' | 'segmentation' | 'embedding' | 'punctuation';

/** How the files of a recognizer are put together: which of sherpa-onnx's model types they are. */
export type RecognizerKind =
  | 'nemo-transducer'
  | 'transducer'
  | 'streaming-transducer'
  | 'nemo-ctc'
  | 'zipformer-ctc'
  | 'whisper'
  | 'moonshine'
  | 'sense-voice'
  | 'canary'
  | 'paraformer'
  | 'qwen3-asr';

/** One file of a model, checked when it was installed: its path inside the model's folder. */
export interface ModelFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** What all models say of themselves. */
interface CommonManifest {
  name: string;
  /** The files by their part, named as sherpa-onnx-node names them: `encoder`, `tokens`, `model`, `bpeVocab` (see `parts.ts`). */
  files: Record<string, ModelFile>;
  license: string;
  /** Whom the licence asks to be named. */
  attribution: string;
  /** What a process with this model needs, in MiB. */
  memoryMb: number;
}

/** The manifest of a recognizer. */
export interface RecognizerManifest extends CommonManifest {
  role: 'recognizer';
  kind: RecognizerKind;
  /** BCP 47 tags; undefined when the model does not say. */
  languages?: string[];
  /** Whether it finds the language out when none is named. */
  detectsLanguage: boolean;
  /** Whether a Whisper model has learned to translate; left out where that goes by its languages and its name. */
  translates?: boolean;
  /** Whether a streaming transducer takes the language of each stream, as Nemotron 3.5 does. */
  takesLanguage?: boolean;
  /** The case of its text: as one writes, or all upper or lower case, which also means no punctuation. */
  letterCase: 'written' | 'upper' | 'lower';
  maxPieceSeconds: number;
}

/** The manifest of a model that helps a recognizer. */
export interface HelperManifest extends CommonManifest {
  role: Exclude<ModelRole, 'recognizer'>;
  /** Of an embedding: the distance from which on two voices are two people; undefined for the library's own. */
  threshold?: number;
}

/** What `model.json` holds. */
export type ModelManifest = RecognizerManifest | HelperManifest;

/** A model that can be loaded: its manifest and the absolute path of each of its files, by part. */
export interface InstalledModel<Manifest extends ModelManifest = ModelManifest> {
  manifest: Manifest;
  paths: Record<string, string>;
}
