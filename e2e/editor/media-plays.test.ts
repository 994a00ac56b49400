import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { acceptedMediaTypes } from '#lib/media/media-types';
import { freshContext, startBrowser } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { makeClient } from '#e2e/support/client';
import { ffmpeg } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { readyMedia, type ReadyMedia } from '#e2e/support/editor/media';

/* Every accepted media type can be played in the browser, and plays at a moment what was recorded there. */

/** Quiet, but for a beep from 2.0 to 2.5 s of 4 s. */
const sound = ['-f', 'lavfi', '-i', 'aevalsrc=0.7*sin(2*PI*880*t)*between(t\\,2\\,2.5):s=44100:d=4'];
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10:duration=4'];

/** How ffmpeg makes each container, and the media types that it is sent with. */
const containers: Array<{ file: string; arguments: string[]; kind: 'audio' | 'video'; types: RegExp }> = [
  { file: 'a.wav', arguments: [], kind: 'audio', types: /^audio\/(x-|vnd\.)?wave?$/ },
  { file: 'a.mp3', arguments: [], kind: 'audio', types: /^audio\/(mp3|(x-)?mpeg-?3?)$/ },
  { file: 'a.aiff', arguments: [], kind: 'audio', types: /^audio\/x-aif/ },
  { file: 'a.rm', arguments: ['-c:a', 'ac3'], kind: 'audio', types: /^audio\/x-realaudio$/ },
  { file: 'a.m4a', arguments: [], kind: 'audio', types: /^audio\/mp4/ },
  { file: 'opus.webm', arguments: ['-c:a', 'libopus'], kind: 'audio', types: /^audio\/webm$/ },
  { file: 'a.ogg', arguments: ['-c:a', 'libvorbis'], kind: 'audio', types: /^audio\/(ogg|vorbis)$/ },
  { file: 'a.avi', arguments: picture, kind: 'video', types: /^video\/(avi|msvideo|x-msvideo)$/ },
  { file: 'a.mpg', arguments: [...picture, '-r', '25'], kind: 'video', types: /^video\/(x-)?mpeg$/ },
  { file: 'a.mp4', arguments: [...picture, '-pix_fmt', 'yuv420p'], kind: 'video', types: /mp4$|m4v$/ },
  { file: 'a.mov', arguments: [...picture, '-c:v', 'mjpeg'], kind: 'video', types: /quicktime$/ },
  {
    file: 'a.ogv',
    arguments: [...picture, '-c:v', 'libtheora', '-c:a', 'libvorbis'],
    kind: 'video',
    types: /^video\/ogg$/,
  },
  {
    file: 'a.webm',
    arguments: [...picture, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
    kind: 'video',
    types: /^video\/webm$/,
  },
  { file: 'a.mkv', arguments: [...picture, '-c:a', 'flac'], kind: 'video', types: /matroska$/ },
  { file: 'a.wmv', arguments: picture, kind: 'video', types: /wmv$/ },
  { file: 'a.flv', arguments: picture, kind: 'video', types: /flv$/ },
];

let longhand: SharedLonghand;
let browser: Browser;
let page: Page;
let folder: string;
const jobs = new Map<string, string[]>();

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
  const account = await longhand.createAccount(1000_00);
  const client = makeClient(longhand, account.apiKey);
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-plays-'));
  // Its ears are a script of their own, which the pages' policy forbids.
  page = await (await freshContext(browser, { bypassCSP: true })).newPage();
  for (const { file, arguments: options, types } of containers) {
    const made = path.join(folder, file);
    await ffmpeg(...sound, ...options, made);
    const sent = acceptedMediaTypes.filter((type) =>
      file === 'a.mp4' ? types.test(type) && type.startsWith('video/') : types.test(type),
    );
    const submitted = await Promise.all(sent.map((type) => client.submitFile(made, type)));
    jobs.set(
      file,
      submitted.map(({ id }) => id),
    );
  }
  await signIn(page, longhand, account);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('each accepted media type is among those tried', () => {
  assert.equal([...jobs.values()].flat().length, acceptedMediaTypes.length);
});

interface Heard {
  duration: number;
  width: number;
  /** Where it stood after a jump to 1.6 s. */
  soughtTo: number;
  /** How many seconds of quiet were heard from there on, until the first loud sample. */
  quiet: number | undefined;
  /** At which second of the sound the first loud sample is. */
  beepAt: number;
}

/** Plays in the page as a listener would, from 1.6 s on, and listens for the beep. */
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
      element.currentTime = 1.6;
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
    const ids = jobs.get(file) ?? [];
    const ready = await Promise.all(ids.map((id) => readyMedia(page, longhand, id)));
    for (const media of ready) {
      assert.equal(media.kind, kind);
      assert.equal(media.type, `${kind}/mp4`);
    }
    // A click lets the page make sounds.
    await page.mouse.click(5, 5);
    const [media] = ready;
    assert.ok(media);
    const heard = await listen(media);
    assert.ok(Math.abs(heard.duration - 4) < 0.2, `${heard.duration} s long`);
    assert.equal(heard.width, kind === 'video' ? 320 : 0);
    assert.ok(Math.abs(heard.soughtTo - 1.6) < 0.001, `sought to ${heard.soughtTo} s`);
    assert.ok(Math.abs(heard.beepAt - 2) < 0.1, `the beep is at ${heard.beepAt} s`);
    // What is not there in time is heard later, never earlier.
    assert.ok((heard.quiet ?? 0) > 0.3, `heard after ${heard.quiet} s`);
  });
}
