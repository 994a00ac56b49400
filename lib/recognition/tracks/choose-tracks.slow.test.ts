import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { nearestClip, readClips, ffmpeg } from '#e2e/support/speech';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import { speechPool, type SpeechPool } from '#lib/recognition/speech/speech-pool';
import { chooseTracks, type TrackOptions } from '#lib/recognition/tracks/choose-tracks';

const models = testModels();

/* The tracks recognized in media such as recorders and studios write, with real voices. */

describe('tracks', { skip: models === undefined ? noTestModels : false }, () => {
  let folder = '';
  let voiceActivity: SpeechPool;
  const { signal } = new AbortController();
  const at = (name: string) => path.join(folder, name);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'choose-tracks-'));
    const config = { path: path.join(models ?? '', 'silero-vad', 'silero_vad.onnx'), threads: 1 };
    voiceActivity = speechPool('voice-activity', { config, size: 1, idleMs: 60_000 });
    const clips = await readClips();
    const voices = [7.1, 3.3, 2.5].flatMap((seconds) => ['-i', nearestClip(clips, seconds).file]);
    // Two people taking turns, a third beside them, a chord plucked four times per second, and silence.
    const plucked = '0.2*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*330*t))*exp(-8*mod(t\\,0.25))';
    await ffmpeg(
      ...voices,
      ...['-f', 'lavfi', '-i', `aevalsrc=${plucked}:s=48000:d=12`],
      '-filter_complex',
      [
        '[0]aresample=48000,apad=whole_dur=12[a]',
        '[1]aresample=48000,adelay=8000,apad=whole_dur=12[b]',
        '[2]aresample=48000,adelay=3000,apad=whole_dur=12[c]',
      ].join(';'),
      ...['-map', '[a]', at('a.wav'), '-map', '[b]', at('b.wav'), '-map', '[c]', at('c.wav')],
      ...['-map', '3', '-t', '12', at('music.wav')],
    );
  });
  after(async () => {
    await voiceActivity?.close();
    if (folder !== '') await rm(folder, { recursive: true });
  });

  const sources = ['a', 'b', 'c', 'music'];
  const stereo = (...names: string[]) =>
    `${names.map((name) => `[${sources.indexOf(name)}]`).join('')}amix=${names.length}:normalize=0,pan=stereo|c0=c0|c1=c0`;

  interface Made {
    /** The sound of each track, as a filter of the sources in order: a, b, c, music. */
    tracks: string[];
    tags?: string[];
    codec?: string[];
  }

  async function make(name: string, { tracks, tags = [], codec = ['-c:a', 'aac'] }: Made): Promise<string> {
    const graph = tracks.map((filter, track) => `${filter}[t${track}]`).join(';');
    const maps = tracks.flatMap((_, track) => ['-map', `[t${track}]`]);
    const inputs = sources.flatMap((source) => ['-i', at(`${source}.wav`)]);
    await ffmpeg(...inputs, '-filter_complex', graph, ...maps, ...tags, ...codec, at(name));
    return at(name);
  }

  async function choose(mediaPath: string, wishes: TrackOptions = {}, listens = true) {
    const { streams } = await planRendition(mediaPath, signal);
    const choice = await chooseTracks({ mediaPath, streams, folder }, wishes, {
      ...{ signal, voiceActivity: listens ? voiceActivity : undefined },
    });
    assert.deepEqual(
      (await readdir(folder)).filter((file) => file.startsWith('track-')),
      [],
    );
    return (choice.tracks ?? []).map(({ leftOut, center }) => leftOut ?? (center ? 'center' : 'used'));
  }

  test('desktop and microphone are both heard, with a title or without a model', async () => {
    const file = await make('obs.mkv', {
      tracks: [stereo('a'), stereo('b')],
      tags: ['-metadata:s:a:0', 'title=Desktop', '-metadata:s:a:1', 'title=Mic'],
    });
    assert.deepEqual(await choose(file), ['used', 'used']);
    assert.deepEqual(await choose(file, {}, false), ['used', 'used']);
    assert.deepEqual(await choose(file, { audioTracks: [2] }), ['not-chosen', 'used']);
    assert.deepEqual(await choose(file, { audioTracks: 'all' }), ['used', 'used']);
    await assert.rejects(choose(file, { audioTracks: [1, 3] }), /2 audio tracks, so there is no track 3/);
  });

  test('of a mix and its parts the mix is heard', async () => {
    const file = await make('mix.mkv', { tracks: [stereo('a', 'b'), stereo('a'), stereo('b')] });
    assert.deepEqual(await choose(file), ['used', 'part-of-mix', 'part-of-mix']);
  });

  test('three people with a track each are heard', async () => {
    const file = await make('three.mka', { tracks: [stereo('a'), stereo('b'), stereo('c')] });
    assert.deepEqual(await choose(file), ['used', 'used', 'used']);
  });

  test('music and silence are left out, even where they are the default', async () => {
    const file = await make('music.mkv', {
      tracks: [stereo('music'), stereo('a'), `${stereo('b')},volume=0`],
      tags: ['-disposition:a:0', 'default', '-disposition:a:1', '0'],
    });
    assert.deepEqual(await choose(file), ['no-speech', 'used', 'no-speech']);
  });

  test('speech over music is heard beside that of a microphone', async () => {
    const file = await make('game.mkv', { tracks: [stereo('a', 'music'), stereo('b')] });
    assert.deepEqual(await choose(file), ['used', 'used']);
  });

  test('the same sound, later and in another codec, is heard once', async () => {
    const file = await make('late.mkv', {
      tracks: [stereo('a'), `${stereo('a')},adelay=1210|1210,volume=0.3`],
      codec: ['-c:a:0', 'aac', '-c:a:1', 'libmp3lame', '-b:a:1', '64k'],
    });
    assert.deepEqual(await choose(file), ['used', 'duplicate']);
  });

  test('a copy that ends early is left out for the whole, and one with another word is heard', async () => {
    const short = await make('short.mkv', { tracks: [`${stereo('a')},atrim=0:4`, stereo('a')] });
    assert.deepEqual(await choose(short), ['part-of-mix', 'used']);
    const more = await make('more.mkv', { tracks: [stereo('a'), `${stereo('a', 'b')},atrim=0:9`] });
    assert.deepEqual(await choose(more), ['part-of-mix', 'used']);
  });

  test('a film is heard in the language asked for, or in that of its default track', async () => {
    const file = await make('film.mkv', {
      tracks: [stereo('a'), stereo('b'), stereo('c')],
      tags: [
        ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=ger'],
        ...['-metadata:s:a:2', 'language=eng', '-metadata:s:a:2', 'title=Director’s Commentary'],
      ],
    });
    assert.deepEqual(await choose(file, { language: 'de' }), ['other-language', 'used', 'commentary']);
    assert.deepEqual(await choose(file), ['used', 'other-language', 'commentary']);
    assert.deepEqual(await choose(file, { language: 'fr' }), ['used', 'other-language', 'commentary']);
  });

  test('a commentary beside a game without speech is heard', async () => {
    const file = await make('play.mkv', {
      tracks: [stereo('music'), stereo('a')],
      tags: ['-metadata:s:a:0', 'title=Game', '-metadata:s:a:1', 'title=Commentary'],
    });
    assert.deepEqual(await choose(file), ['no-speech', 'used']);
  });

  test('speech in the center of a film is heard without the music around it, unless there is more', async () => {
    const surround = (left: string) =>
      `[0][1][3]amerge=3,pan=5.1|FC=c0|FL=${left}|FR=0.3*c2|BL=0.3*c2|BR=0.3*c2`;
    const film = await make('film.mka', { tracks: [surround('0.3*c2')], codec: ['-c:a', 'ac3'] });
    assert.deepEqual(await choose(film), ['center']);
    const room = await make('room.mka', { tracks: [surround('c1')], codec: ['-c:a', 'ac3'] });
    assert.deepEqual(await choose(room), []);
  });

  test('where nobody speaks in any track, the default one is used', async () => {
    const file = await make('none.mkv', { tracks: [stereo('music'), `${stereo('music')},volume=0`] });
    assert.deepEqual(await choose(file), ['used', 'no-speech']);
  });
});
