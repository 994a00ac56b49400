import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { addPiece, toFile } from './recording-store';
import type { StoredRecording } from './stored-recording';

/** Why recording is impossible. */
export type MicrophoneFault = 'unsupported' | 'blocked' | 'missing' | 'busy';

/** A microphone; its label is empty if the browser doesn't disclose it. */
export type Microphone = Pick<MediaDeviceInfo, 'deviceId' | 'label'>;

/** The state of a recording. */
export type RecorderState =
  | { kind: 'asking' }
  | { kind: 'refused'; fault: MicrophoneFault }
  /** The microphone `deviceId` is open, but nothing is recorded yet. */
  | { kind: 'ready'; deviceId: string; microphones: Microphone[] }
  | { kind: 'recording' | 'paused'; id: string; isStored: boolean }
  /** `wasCut`: the microphone was disconnected. */
  | { kind: 'stopped'; recording: StoredRecording; file: File; wasCut: boolean };

/** One recording, from the permission prompt to its end. */
export interface Recorder {
  state: ReadableStore<RecorderState>;
  /** Switches to another microphone, and remembers it. */
  choose(deviceId: string): void;
  start(): void;
  pause(): void;
  resume(): void;
  stop(): void;
  /** The duration without pauses. */
  getSeconds(): number;
  /** The current level, 0 to 1. */
  getLevel(): number;
  /** Releases the microphone. Recorded audio stays stored. */
  close(): void;
}

const chosenKey = 'longhand-microphone';
const pieceMs = 1000;
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** The displayed range, in decibels below full scale. */
const range = 60;

/** Asks for the microphone, opens it, and records once started. Stores each second of audio as it arrives. */
export function createRecorder({ owner, name }: Pick<StoredRecording, 'owner' | 'name'>): Recorder {
  const state = createStore<RecorderState>({ kind: 'asking' });
  const pieces: Blob[] = [];
  const mediaDevices = 'mediaDevices' in navigator ? navigator.mediaDevices : undefined;
  let chosen = readLocal(chosenKey);
  let stream: MediaStream | undefined;
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
    for (const track of stream?.getTracks() ?? []) track.stop();
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

  async function listen(): Promise<void> {
    if (mediaDevices === undefined || !('MediaRecorder' in globalThis)) {
      return state.set({ kind: 'refused', fault: 'unsupported' });
    }
    release();
    const deviceId = chosen;
    let opened: MediaStream;
    try {
      opened = await open(mediaDevices, deviceId);
    } catch (error) {
      // The next attempt uses the browser's default microphone.
      writeLocal(chosenKey, undefined);
      return state.set({ kind: 'refused', fault: toFault(error) });
    }
    // Another microphone may have been chosen while this one opened.
    const isLate = isClosed || chosen !== deviceId;
    if (isLate) return opened.getTracks().forEach((track) => track.stop());
    stream = opened;
    meter = createLevelMeter(opened);
    opened.getAudioTracks()[0]?.addEventListener('ended', () => {
      wasCut = media !== undefined;
      if (media === undefined) listen().catch(fail);
      else stop();
    });
    await list();
  }

  async function list(): Promise<void> {
    const devices = (await mediaDevices?.enumerateDevices()) ?? [];
    // Chromium lists the default communication device twice.
    const microphones = devices.filter(
      ({ kind, deviceId }) => kind === 'audioinput' && deviceId !== 'communications',
    );
    if (media !== undefined || isClosed) return;
    const deviceId = stream?.getAudioTracks()[0]?.getSettings().deviceId ?? '';
    state.set({ kind: 'ready', deviceId, microphones });
  }

  function start(): void {
    if (state.get().kind !== 'ready' || stream === undefined) return;
    const type = types.find((each) => MediaRecorder.isTypeSupported(each));
    media = new MediaRecorder(stream, type === undefined ? {} : { mimeType: type });
    const made = {
      id: crypto.randomUUID(),
      owner,
      name,
      type: media.mimeType || type || 'audio/webm',
      startedAt: Date.now(),
      seconds: 0,
    };
    recording = made;
    media.addEventListener('dataavailable', ({ data }) => data.size > 0 && keep(data, made));
    media.addEventListener('stop', () => void finish(made));
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

  const fail = () => {
    release();
    state.set({ kind: 'refused', fault: 'unsupported' });
  };
  const relist = () => {
    if (state.get().kind === 'ready') void list();
  };
  listen().catch(fail);
  mediaDevices?.addEventListener('devicechange', relist);
  return {
    state,
    choose(deviceId) {
      chosen = deviceId;
      writeLocal(chosenKey, deviceId);
      listen().catch(fail);
    },
    start() {
      try {
        start();
      } catch {
        // The browser can't record this microphone's audio.
        fail();
      }
    },
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
      mediaDevices?.removeEventListener('devicechange', relist);
      stop();
      if (recording === undefined) release();
    },
  };
}

/** Opens the chosen microphone or, if it is gone, the browser's default. */
async function open(mediaDevices: MediaDevices, deviceId: string | undefined): Promise<MediaStream> {
  if (deviceId !== undefined) {
    try {
      return await mediaDevices.getUserMedia({ audio: { deviceId: { exact: deviceId } } });
    } catch (error) {
      if (toFault(error) !== 'missing') throw error;
    }
  }
  return mediaDevices.getUserMedia({ audio: true });
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

/** Measures a microphone's level. */
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

/** The level of samples: 0 is -60 dBFS, 1 is full scale. */
export function toLevel(samples: ArrayLike<number>): number {
  const power = Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  if (!(power > 0)) return 0;
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / range));
}
