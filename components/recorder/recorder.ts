import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { addPiece, toFile, type StoredRecording } from './recording-store';

/** Why nothing can be recorded. */
export type MicrophoneFault = 'unsupported' | 'blocked' | 'missing' | 'busy';

/** The state of a recording. */
export type RecorderState =
  | { kind: 'asking' }
  | { kind: 'refused'; fault: MicrophoneFault }
  | { kind: 'recording' | 'paused'; id: string; isStored: boolean }
  /** `wasCut` when the microphone went away. */
  | { kind: 'stopped'; recording: StoredRecording; file: File; wasCut: boolean };

/** One recording, from the question for the microphone to its end. */
export interface Recorder {
  state: ReadableStore<RecorderState>;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Its length without pauses. */
  getSeconds(): number;
  /** The current level, 0 to 1. */
  getLevel(): number;
  /** Lets the microphone go. What was recorded stays stored. */
  close(): void;
}

const pieceMs = 1000;
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Of the loudness in decibels below the loudest, what is shown. */
const range = 60;

/** Asks for the microphone and records, storing each second as it comes. */
export function createRecorder({ owner, name }: Pick<StoredRecording, 'owner' | 'name'>): Recorder {
  const state = createStore<RecorderState>({ kind: 'asking' });
  const pieces: Blob[] = [];
  let media: MediaRecorder | undefined;
  let meter: ReturnType<typeof createLevelMeter> | undefined;
  let recording: StoredRecording | undefined;
  let stored: Promise<void> = Promise.resolve();
  let isStored = true;
  let wasCut = false;
  let isClosed = false;
  let spentMs = 0;
  let runningSince: number | undefined;

  const getSeconds = (): number =>
    (spentMs + (runningSince === undefined ? 0 : performance.now() - runningSince)) / 1000;
  const halt = (): void => {
    spentMs = getSeconds() * 1000;
    runningSince = undefined;
  };
  const release = (): void => {
    meter?.close();
    for (const track of media?.stream.getTracks() ?? []) track.stop();
  };

  function keep(data: Blob, of: StoredRecording): void {
    const index = pieces.push(data) - 1;
    const snapshot = { ...of, seconds: getSeconds() };
    stored = stored
      .then(async () => addPiece(snapshot, index, await data.arrayBuffer()))
      .catch(() => {
        isStored = false;
        const now = state.get();
        if (now.kind === 'recording' || now.kind === 'paused') state.set({ ...now, isStored });
      });
  }

  async function begin(): Promise<void> {
    if (!('mediaDevices' in navigator) || !('MediaRecorder' in globalThis)) {
      return state.set({ kind: 'refused', fault: 'unsupported' });
    }
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      return state.set({ kind: 'refused', fault: toFault(error) });
    }
    const type = types.find((each) => MediaRecorder.isTypeSupported(each));
    media = new MediaRecorder(stream, type === undefined ? {} : { mimeType: type });
    if (isClosed) return release();
    const made = {
      id: crypto.randomUUID(),
      owner,
      name,
      type: media.mimeType || type || 'audio/webm',
      startedAt: Date.now(),
      seconds: 0,
    };
    recording = made;
    meter = createLevelMeter(stream);
    media.addEventListener('dataavailable', ({ data }) => data.size > 0 && keep(data, made));
    media.addEventListener('stop', () => void finish(made));
    stream.getAudioTracks()[0]?.addEventListener('ended', () => {
      wasCut = true;
      stop();
    });
    media.start(pieceMs);
    runningSince = performance.now();
    state.set({ kind: 'recording', id: made.id, isStored });
  }

  async function finish(made: StoredRecording): Promise<void> {
    halt();
    release();
    await stored;
    const whole = { ...made, seconds: getSeconds() };
    state.set({ kind: 'stopped', recording: whole, file: toFile(pieces, whole), wasCut });
  }

  function stop(): void {
    if (media !== undefined && media.state !== 'inactive') media.stop();
  }

  begin().catch(() => {
    release();
    state.set({ kind: 'refused', fault: 'unsupported' });
  });
  return {
    state,
    pause() {
      if (media?.state !== 'recording' || recording === undefined) return;
      media.pause();
      halt();
      state.set({ kind: 'paused', id: recording.id, isStored });
    },
    resume() {
      if (media?.state !== 'paused' || recording === undefined) return;
      media.resume();
      runningSince = performance.now();
      state.set({ kind: 'recording', id: recording.id, isStored });
    },
    stop,
    getSeconds,
    getLevel: () => meter?.read() ?? 0,
    close() {
      isClosed = true;
      stop();
      if (recording === undefined) release();
    },
  };
}

function toFault(error: unknown): MicrophoneFault {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'blocked';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'unsupported';
  }
}

/** Measures how loud a microphone is. */
function createLevelMeter(stream: MediaStream): { read: () => number; close: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return toLevel(samples);
    },
    close: () => void context.close().catch(() => undefined),
  };
}

/** The level of samples: 0 is 60 dB below full scale, 1 is full scale. */
export function toLevel(samples: ArrayLike<number>): number {
  const power = Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  if (!(power > 0)) return 0;
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / range));
}
