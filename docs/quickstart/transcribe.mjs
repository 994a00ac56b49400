// Transcribes a recording and prints the text: LONGHAND_API_KEY=lh_test_… node transcribe.mjs interview.mp3
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const url = process.env.LONGHAND_URL ?? 'http://127.0.0.1:3000';
const authorization = `Bearer ${process.env.LONGHAND_API_KEY}`;
const [, , file] = process.argv;

async function call(path, { headers, ...init } = {}) {
  const response = await fetch(`${url}/v1${path}`, { ...init, headers: { authorization, ...headers } });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

const form = new FormData();
form.set('media', await openAsBlob(file, { type: 'audio/mpeg' }), basename(file));
const submitted = await call('/jobs', { method: 'POST', body: form });
let job = await submitted.json();

while (job.status === 'in_progress') {
  await setTimeout(1000);
  job = await (await call(`/jobs/${job.id}`)).json();
}

const transcript = await call(`/jobs/${job.id}/transcript`, { headers: { accept: 'text/plain' } });
console.log(await transcript.text());
