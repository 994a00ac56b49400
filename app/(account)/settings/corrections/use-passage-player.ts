'use client';

import { useEffect, useRef, useState } from 'react';
import * as texts from '#messages/repeated-corrections';

/** A range of a transcript's recording, in milliseconds. */
export interface Passage {
  jobId: string;
  startMs: number;
  endMs: number;
}

/** Plays one passage at a time. `error` explains why the last one didn't play. */
export interface PassagePlayer {
  playing: Passage | undefined;
  error: string | undefined;
  play: (passage: Passage) => Promise<void>;
  pause: () => void;
}

/** A single word is hard to understand, so this much context is played on either side. */
const aroundMs = 800;

interface MediaAnswer {
  state: 'ready' | 'preparing' | 'missing';
  url?: string;
  original?: { url: string };
  reason?: string;
}

/** Plays passages of transcripts by job, without a visible player. */
export function usePassagePlayer(): PassagePlayer {
  const [playing, setPlaying] = useState<Passage>();
  const [error, setError] = useState<string>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function play(passage: Passage) {
    current.current?.abort();
    const abort = new AbortController();
    const { signal } = abort;
    current.current = abort;
    setError(undefined);
    setPlaying(passage);
    const end = () => {
      abort.abort();
      setPlaying((now) => (now === passage ? undefined : now));
    };
    try {
      const url = await findRecording(passage.jobId);
      if (!signal.aborted) await playPassage(url, passage, { signal, end });
    } catch (cause) {
      if (signal.aborted) return;
      end();
      setError(cause instanceof Unheard ? cause.message : texts.soundFailed());
    }
  }

  function pause() {
    current.current?.abort();
    setPlaying(undefined);
  }

  return { playing, error, play, pause };
}

/** The recording can't be played, for the reason in the message. */
class Unheard extends Error {}

/** Returns the URL of a job's recording. Throws `Unheard` if there is none. */
async function findRecording(jobId: string): Promise<string> {
  const answer = await fetch(`/editor/data/${jobId}/media`, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { url, original, reason } = (await answer.json()) as MediaAnswer;
  const found = url ?? original?.url;
  if (found === undefined) throw new Unheard(reason ?? texts.soundPreparing());
  return found;
}

/** Resolves when the passage has played. Ends at `end` or with the recording; aborting stops at once. */
async function playPassage(
  url: string,
  { startMs, endMs }: Passage,
  { signal, end }: { signal: AbortSignal; end: () => void },
): Promise<void> {
  const audio = new Audio(url);
  audio.currentTime = Math.max(0, startMs - aroundMs) / 1000;
  signal.addEventListener('abort', () => audio.pause());
  audio.addEventListener('pause', end, { signal });
  const checkTime = () => {
    if (audio.currentTime * 1000 >= endMs + aroundMs) end();
  };
  audio.addEventListener('timeupdate', checkTime, { signal });
  await audio.play();
}
