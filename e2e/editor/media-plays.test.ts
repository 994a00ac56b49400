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
 * What the service makes of a recording can be played in the browser, and plays at a moment what was recorded there. That it makes the
 * same of every accepted media type is tested in lib/media/formats.slow.test.ts.
 */

/** Quiet, but for a beep from 1.0 to 1.5 s of 2 s. */
const sound = 'aevalsrc=0.7*sin(2*PI*880*t)*between(t\\,1\\,1.5):s=44100:d=2';
const picture = 'testsrc=size=160x90:rate=10:duration=2';

/** Sound that is encoded and that is copied, and a picture that is encoded and that is copied. */
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
  // Its ears are a script of their own, which the pages' policy forbids.
  page = await (await freshContext(browser, { bypassCSP: true })).newPage();
  await signInContext(page.context(), longhand, account);
  // Nothing on it does anything of its own.
  await page.goto(`${longhand.baseUrl}/healthz`);
});
after(() => rm(folder, { recursive: true, force: true }));

interface Heard {
  duration: number;
  width: number;
  /** Where it stood after a jump to 0.6 s. */
  soughtTo: number;
  /** How many seconds of quiet were heard from there on, until the first loud sample. */
  quiet: number | undefined;
  /** At which second of the sound the first loud sample is. */
  beepAt: number;
}

/** Plays in the page as a listener would, from 0.6 s on, and listens for the beep. */
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
    // It counts where the sound is made, which no busy page holds up.
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
    // A click lets the page make sounds.
    await page.mouse.click(5, 5);
    const heard = await listen(media);
    assert.ok(Math.abs(heard.duration - 2) < 0.2, `${heard.duration} s long`);
    assert.equal(heard.width, kind === 'video' ? 160 : 0);
    assert.ok(Math.abs(heard.soughtTo - 0.6) < 0.001, `sought to ${heard.soughtTo} s`);
    assert.ok(Math.abs(heard.beepAt - 1) < 0.1, `the beep is at ${heard.beepAt} s`);
    // What is not there in time is heard later, never earlier.
    assert.ok((heard.quiet ?? 0) > 0.3, `heard after ${heard.quiet} s`);
  });
}
