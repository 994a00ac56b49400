import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import { z } from 'zod';
import * as schemas from '#lib/api/v1/schemas';
import { makeClient, type Client } from '#e2e/support/client';
import { countWordErrors, ffmpeg, makeRecording, readClips, toWords } from '#e2e/support/speech';
import { useModelService } from '#e2e/support/services/use-model-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { childProcesses } from '#e2e/support/child-processes';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { makeTwoPeople } from '#e2e/support/two-people';
import { waitFor } from '#e2e/support/wait';

/* The service with real neural models: from an upload to words with speakers. */

// Only with --all: recognizes minutes of speech.

const skip = testModels() === undefined ? noTestModels : false;

let folder = '';
let longhand: Longhand;
let client: Client;

before(async () => {
  if (skip !== false) return;
  ({ longhand, folder } = await useModelService());
  client = makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey);
});

/** Submits a file and waits for its end. */
async function transcribe(file: string, options: Record<string, unknown> = {}) {
  const { id } = await client.submitFile(file, 'audio/wav', options);
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const transcript = await client.transcript(id);
  const words = transcript.monologues.flatMap(({ speaker, elements }) =>
    elements.map(({ value, ts, end_ts: endTs }) => ({ value, ts, endTs, speaker })),
  );
  return { id, transcript, words, text: words.map(({ value }) => value) };
}

const transcribed = new Map<string, ReturnType<typeof transcribe>>();

/** Transcribes a file once for several tests. */
function transcribeOnce(file: string, options: Record<string, unknown> = {}): ReturnType<typeof transcribe> {
  const result = transcribed.get(file) ?? transcribe(file, options);
  transcribed.set(file, result);
  return result;
}

async function make(name: string, ...parameters: string[]): Promise<string> {
  const file = path.join(folder, name);
  await ffmpeg(...parameters, file);
  return file;
}

test('of five clips of real speech at most 12 % of the words are wrong', { skip }, async () => {
  let errors = 0;
  let spoken = 0;
  for (const clip of await readClips()) {
    const { text } = await transcribeOnce(clip.file);
    errors += countWordErrors(clip.words, toWords(text.join(' ')));
    spoken += clip.words.length;
  }
  assert.ok(errors / spoken <= 0.12, `${errors} of ${spoken} words are wrong`);
});

test(
  'of a longer recording, found and cut by voice activity, at most 15 % are wrong, each timed inside it',
  { skip },
  async () => {
    const clips = await readClips();
    const file = path.join(folder, 'longer.wav');
    await makeRecording(file, { seconds: 84 });
    const { words, text } = await transcribeOnce(file, { speakers: 'off' });
    const reference = [1, 2, 3].flatMap(() => clips.flatMap((clip) => clip.words));
    const heard = toWords(text.join(' ')).slice(0, reference.length);
    const errors = countWordErrors(reference, heard);
    assert.ok(errors / reference.length <= 0.15, `${errors} of ${reference.length} words are wrong`);
    let reached = 0;
    for (const { ts, endTs } of words) {
      assert.ok(reached <= ts && ts <= endTs && endTs <= 84, `${reached} ${ts} ${endTs}`);
      reached = ts;
    }
  },
);

test(
  'a word that was heard wrong is right with a vocabulary, of the submission or of the account',
  { skip },
  async () => {
    const clip = (await readClips()).at(-1);
    assert.ok(clip);
    assert.doesNotMatch((await transcribeOnce(clip.file)).text.join(' '), /amiable/i);
    const { text } = await transcribe(clip.file, { vocabulary: ['Amiable', 'Devonshire'] });
    assert.match(text.join(' '), /made Amiable himself$/);
    const keep = (vocabulary: string[]) =>
      client.request('/account/vocabulary', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ vocabulary }),
      });
    assert.equal((await keep(['Amiable', 'Devonshire'])).status, 200);
    assert.match((await transcribe(clip.file)).text.join(' '), /made Amiable himself$/);
    await keep([]);
  },
);

test('what the engine can’t do is refused by name, and nothing is charged', { skip }, async () => {
  const [clip] = await readClips();
  assert.ok(clip);
  const balance = await client.balance();
  for (const [options, name] of [
    [{ vocabulary: ['Dashwood'], engine: 'pocketsphinx' }, 'options.vocabulary'],
    [{ language: 'ja' }, 'options.language'],
    [{ engine: 'sherpa:nothing' }, 'options.engine'],
    [{ speakers: 0 }, 'options.speakers'],
  ] as const) {
    const form = new FormData();
    form.set('options', JSON.stringify(options));
    form.set('media', new Blob(['x'], { type: 'audio/wav' }), 'a.wav');
    const response = await client.request('/jobs', { method: 'POST', body: form });
    assert.equal(response.status, 400, name);
    const { parameters } = z
      .object({ parameters: z.record(z.string(), z.array(z.string())) })
      .parse(await response.json());
    assert.deepEqual(Object.keys(parameters), [name]);
  }
  assert.equal(await client.balance(), balance);
});

test(
  'the two channels of a call are two speakers, and the words of both are in order',
  { skip },
  async () => {
    const [first, second] = await readClips();
    assert.ok(first && second);
    const file = await make(
      'call.wav',
      ...['-i', first.file, '-i', second.file],
      ...[
        '-filter_complex',
        '[0]apad=pad_dur=8[l];[1]adelay=8000,apad=pad_dur=1[r];[l][r]join=inputs=2:channel_layout=stereo',
      ],
    );
    const { transcript, words } = await transcribe(file);
    assert.deepEqual(
      transcript.speakers.map(({ name }) => name),
      ['Speaker 1', 'Speaker 2'],
    );
    for (const { ts, speaker, value } of words) assert.equal(speaker, ts < 8 ? 0 : 1, `${value} at ${ts}`);
    const saidBy = (id: number) => toWords(words.flatMap((w) => (w.speaker === id ? w.value : [])).join(' '));
    assert.ok(countWordErrors(first.words, saidBy(0)) <= first.words.length / 3);
    assert.ok(countWordErrors(second.words, saidBy(1)) <= second.words.length / 3);
  },
);

test(
  'people who speak at once in a channel each are both understood, phrase by phrase',
  { skip },
  async () => {
    const [first, second] = await readClips();
    assert.ok(first && second);
    const file = await make(
      'at-once.wav',
      ...['-i', first.file, '-i', second.file],
      ...[
        '-filter_complex',
        '[0]apad=pad_dur=1[l];[1]apad=pad_dur=9[r];[l][r]join=inputs=2:channel_layout=stereo',
      ],
    );
    const { transcript, words } = await transcribe(file);
    assert.equal(transcript.speakers.length, 2);
    assert.ok(transcript.monologues.length <= 6, `${transcript.monologues.length} turns`);
    const errors = [first, second].map(({ words: reference }) =>
      Math.min(
        ...[0, 1].map((id) => {
          const said = toWords(words.flatMap((w) => (w.speaker === id ? w.value : [])).join(' '));
          return countWordErrors(reference, said) / reference.length;
        }),
      ),
    );
    assert.ok(Math.max(...errors) <= 1 / 3, `${errors.join(' and ')} of the words are wrong`);
  },
);

let twoPeople: ReturnType<typeof makeTwoPeople> | undefined;

for (const speakers of ['auto', 2] as const) {
  test(
    `of two people in alternation every word has the right speaker, speakers: ${speakers}`,
    { skip },
    async () => {
      const { file, spans } = await (twoPeople ??= makeTwoPeople(folder));
      const { words, transcript } = await transcribe(file, { speakers });
      assert.equal(transcript.speakers.length, 2);
      assert.ok(words.length > 30);
      for (const { value, ts, endTs, speaker } of words) {
        const middle = (ts + endTs) / 2;
        const said = spans.find(({ from, to }) => from <= middle && middle < to);
        assert.equal(speaker, said?.speaker, `${value} at ${ts}`);
      }
    },
  );
}

test('silence, zeros, music and a silent channel give no invented words', { skip }, async () => {
  const parts = [
    'anullsrc=r=16000:cl=mono:d=15[zeros]',
    'anoisesrc=r=16000:a=0.002:d=15[noise]',
    'aevalsrc=0.2*sin(2*PI*220*t)+0.2*sin(2*PI*277*t)+0.2*sin(2*PI*330*t)*sin(PI*t):s=16000:d=20[music]',
    '[zeros][noise][music]concat=n=3:v=0:a=1',
  ];
  const wordless = await make('wordless.wav', '-filter_complex', parts.join(';'));
  assert.deepEqual((await transcribe(wordless)).text, []);
  const [clip] = await readClips();
  assert.ok(clip);
  const halfSilent = await make(
    'half-silent.wav',
    ...[
      '-i',
      clip.file,
      '-filter_complex',
      '[0]apad=pad_dur=1[l];anullsrc=r=16000:cl=mono:d=8[r];[l][r]join=inputs=2:channel_layout=stereo',
    ],
  );
  const { text, transcript } = await transcribe(halfSilent);
  assert.ok(countWordErrors(clip.words, toWords(text.join(' '))) <= clip.words.length / 3);
  assert.equal(transcript.speakers.length, 1);
});

async function makeSecond(): Promise<string> {
  const [clip] = await readClips();
  return make('second.wav', '-ss', '0.2', '-t', '1', '-i', clip?.file ?? '');
}

test('one second of speech has its words', { skip }, async () => {
  const { words } = await transcribe(await makeSecond());
  assert.ok(words.length > 0 && words.every(({ endTs }) => endTs <= 1), JSON.stringify(words));
});

test(
  'an engine process that is killed costs no word, and the next job is transcribed',
  { skip },
  async () => {
    const file = path.join(folder, 'longer.wav');
    const whole = await transcribeOnce(file, { speakers: 'off' });
    const worker = await longhand.findPid('lib/worker/main.js');
    const { id } = await client.submitFile(file, 'audio/wav', { speakers: 'off' });
    await waitFor('the first piece', async () => {
      const [row] = await longhand.sql`select 1 from jobs where id = ${id} and progress > 0`;
      return row;
    });
    for (const pid of childProcesses('recognizer', worker)) process.kill(pid, 'SIGKILL');
    const job = await client.ended(id);
    assert.equal(job.status, 'transcribed', job.failure_detail);
    assert.deepEqual((await client.transcript(id)).monologues, whole.transcript.monologues);
  },
);

test(
  'a recording that PocketSphinx recognized and a person corrected twenty times is better with the model, and keeps all twenty',
  { skip },
  async () => {
    const file = path.join(folder, 'all.wav');
    await makeRecording(file, { seconds: 28 });
    const reference = (await readClips()).flatMap(({ words }) => words);
    const { id, text } = await transcribe(file, { engine: 'pocketsphinx', speakers: 'off' });
    const before = countWordErrors(reference, toWords(text.join(' ')));
    // Replaces every third word from the second on, whatever it is.
    const corrections = Array.from(
      { length: 20 },
      (_, i) => `${text[3 * i + 1]}zq${'abcdefghijklmnopqrst'[i]}`,
    );
    const edited = text.map((word, at) => (at % 3 === 1 && corrections[(at - 1) / 3]) || word).join(' ');
    const put = await client.request(`/jobs/${id}/transcript`, { method: 'PUT', body: edited });
    assert.equal(put.status, 200, await put.text());
    const run = await client.request(`/jobs/${id}/recognize`, { method: 'POST' });
    const { id: runId } = z.object({ id: z.string() }).parse(await run.json());
    const { status, failure_detail: detail } = await client.ended(runId);
    assert.equal(status, 'transcribed', detail);
    const now = (await client.text(id))
      .split(/ {4}\d\d:\d\d {4}/)
      .slice(1)
      .join(' ');
    for (const word of corrections) assert.ok(now.toLowerCase().includes(word), `${word} is lost: ${now}`);
    const after = countWordErrors(reference, toWords(now.replaceAll(/zq[a-t]/g, '')));
    assert.ok(after < before, `${before} words were wrong, ${after} are now: ${now}`);
    const { words } = await transcribeOnce(file, { speakers: 'off' });
    const times = new Map(words.map(({ value, ts }) => [`${value} ${ts}`, true]));
    const { monologues } = await client.transcript(id);
    const kept = monologues
      .flatMap(({ elements }) => elements)
      .filter(({ value, ts }) => times.has(`${value} ${ts}`));
    assert.ok(kept.length >= 20, `${kept.length} words have the times of the model`);
  },
);

test(
  'how a job was recognized is included on request; without, the answer is the specified one',
  { skip },
  async () => {
    const { id } = await transcribe(await makeSecond(), { language: 'en-GB', speakers: 'off' });
    const plain = await (await client.request(`/jobs/${id}`)).json();
    schemas.job.parse(plain);
    const asked = z
      .object({ recognition: z.looseObject({ engine: z.string(), model: z.string(), speed: z.number() }) })
      .parse(await (await client.request(`/jobs/${id}?include=recognition`)).json());
    const { engine, model, speed } = asked.recognition;
    assert.deepEqual([engine, model], ['sherpa', 'zipformer-en-3.3m']);
    assert.ok(speed > 0);
    const rich = await client.request(`/jobs/${id}/transcript`, {
      headers: { accept: 'application/vnd.longhand.transcript+json' },
    });
    assert.equal(rich.headers.get('content-type')?.split(';')[0], 'application/vnd.longhand.transcript+json');
  },
);
