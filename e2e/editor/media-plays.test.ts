import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { freshContext } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { makeClient } from '#e2e/support/client';
import { ffmpeg } from '#e2e/support/speech';
import { readyMedia, type ReadyMedia } from '#e2e/support/editor/media';
import { useSite } from '#e2e/support/use-site';

// Only with --all: plays sound in real time.

/*
 * The browser plays the service's renditions, and at each time the sound recorded then. lib/media/formats.slow.test.ts
 * shows that every accepted media type gives the same rendition.
 */

/** Silence of 2 s, with a beep from 1.0 to 1.5 s. */
const sound = 'aevalsrc=0.7*sin(2*PI*880*t)*between(t\\,1\\,1.5):s=44100:d=2';
const picture = 'testsrc=size=160x90:rate=10:duration=2';

/** Audio and video, of each one file that is encoded and one that is copied. */
const containers: Array<{ file: string; options: string[]; kind: 'audio' | 'video'; type: string }> = [
  { file: 'a.mp3', options: [], kind: 'audio', type: 'audio/mp3' },
  { file: 'a.m4a', options: [], kind: 'audio', type: 'audio/mp4' },
  { file: 'a.avi', options: [], kind: 'video', type: 'video/avi' },
  { file: 'a.mp4', options: ['-pix_fmt', 'yuv420p'], kind: 'video', type: 'video/mp4' },
];

const site = useSite({ keepsOpen: true });
let page: Page;
let folder: string;
const jobs = new Map<string, string>();

before(async () => {
  const { longhand, browser } = site;
  const account = await longhand.createAccount(1000_00);
  const client = makeClient(longhand, account.apiKey);
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-plays-'));
  const inputs = ['-f', 'lavfi', '-i', sound, '-f', 'lavfi', '-i', picture];
  const outputs = containers.map(({ file, kind, options }) => [
    ...(kind === 'video' ? ['-map', '1'] : []),
    ...['-map', '0', ...options, path.join(folder, file)],
  ]);
  await ffmpeg(...inputs, ...outputs.flat());
  for (const { file, type } of containers) {
    jobs.set(file, (await client.submitFile(path.join(folder, file), type)).id);
  }
  // The test's audio worklet is a script of its own, which the pages' policy forbids.
  page = await (await freshContext(browser, { bypassCSP: true })).newPage();
  await signInContext(page.context(), longhand, account);
  // This page runs no scripts.
  await page.goto(`${longhand.baseUrl}/healthz`);
});
after(() => rm(folder, { recursive: true, force: true }));

interface Heard {
  duration: number;
  width: number;
  /** The position after seeking to 0.6 s. */
  soughtTo: number;
  /** Seconds of silence heard from there, until the first loud sample. */
  quiet: number | undefined;
  /** The position of the first loud sample, in seconds. */
  beepAt: number;
}

/** Plays the media from 0.6 s in the page, and listens for the beep. */
function listen(media: ReadyMedia): Promise<Heard> {
  return page.evaluate(async ({ kind, url }) => {
    const element = document.createElement(kind);
    await new Promise((resolve, reject) => {
      element.addEventListener('loadedmetadata', resolve, { once: true });
      element.addEventListener('error', () => reject(new Error(element.error?.message)), { once: true });
      element.src = url;
    });
    await new Promise((resolve) => {
      element.addEventListener('seeked', resolve, { once: true });
      element.currentTime = 0.6;
    });
    const soughtTo = element.currentTime;
    const context = new AudioContext();
    // Counts samples on the audio thread, which a busy page can't delay.
    const counter = `registerProcessor('ear', class extends AudioWorkletProcessor {
      process([[samples = []]]) {
        const loud = samples.findIndex((sample) => Math.abs(sample) > 0.2);
        this.heard = (this.heard ?? 0) + (loud < 0 ? samples.length : loud);
        if (loud >= 0) this.port.postMessage(this.heard / sampleRate);
        return loud < 0;
      }
    })`;
    const script = new Blob([counter], { type: 'text/javascript' });
    await context.audioWorklet.addModule(URL.createObjectURL(script));
    const ear = new AudioWorkletNode(context, 'ear');
    context.createMediaElementSource(element).connect(ear).connect(context.destination);
    await context.resume();
    const quiet = await new Promise<number | undefined>((resolve, reject) => {
      ear.port.addEventListener('message', ({ data }) => resolve(data));
      ear.port.start();
      element.addEventListener('ended', () => resolve(undefined), { once: true });
      element.play().catch(reject);
    });
    element.pause();
    const width = element instanceof HTMLVideoElement ? element.videoWidth : 0;
    const { duration } = element;
    element.removeAttribute('src');
    element.load();
    const decoded = await context.decodeAudioData(await (await fetch(url)).arrayBuffer());
    const loud = decoded.getChannelData(0).findIndex((sample) => Math.abs(sample) > 0.2);
    await context.close();
    return { duration, width, soughtTo, quiet, beepAt: loud / decoded.sampleRate };
  }, media);
}

for (const { file, kind } of containers) {
  test(`${file} plays in the browser, and what was recorded at a moment is heard there`, async () => {
    const media = await readyMedia(page, site.longhand, jobs.get(file) ?? '');
    assert.equal(media.kind, kind);
    assert.equal(media.type, `${kind}/mp4`);
    // Browsers let a page play sound only after a click.
    await page.mouse.click(5, 5);
    const heard = await listen(media);
    assert.ok(Math.abs(heard.duration - 2) < 0.2, `${heard.duration} s long`);
    assert.equal(heard.width, kind === 'video' ? 160 : 0);
    assert.ok(Math.abs(heard.soughtTo - 0.6) < 0.001, `sought to ${heard.soughtTo} s`);
    assert.ok(Math.abs(heard.beepAt - 1) < 0.1, `the beep is at ${heard.beepAt} s`);
    // Sound that isn't ready in time is heard later, never earlier.
    assert.ok((heard.quiet ?? 0) > 0.3, `heard after ${heard.quiet} s`);
  });
}
