import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSandboxScript } from '#lib/jobs/sandbox/sandbox-script';

const usual = { refusal: undefined, failure: undefined, isSilent: false, delaySeconds: 2 };

function read(name: string, metadata: string | null = null) {
  return readSandboxScript({ name, metadata });
}

test('a submission that asks for nothing is transcribed after two seconds', () => {
  for (const name of ['interview.mp3', 'fail.mp3', 'delay: 5.mp3', 'prefail:x.mp3', 'untitled']) {
    assert.deepEqual(read(name, 'order 4711, no delay'), { script: usual, faults: [] }, name);
  }
});

test('the name of the file asks, without its ending', () => {
  assert.deepEqual(read('fail:invalid_media.mp3'), {
    script: { ...usual, failure: 'invalid_media' },
    faults: [],
  });
  assert.deepEqual(read('delay:0s.wav'), { script: { ...usual, delaySeconds: 0 }, faults: [] });
  assert.deepEqual(read('out-of-credit'), { script: { ...usual, refusal: 'out-of-credit' }, faults: [] });
});

test('several words are parted by blanks or commas, and the metadata has the last word', () => {
  assert.deepEqual(read('delay:9s silence.mp3', 'order 5,delay:600s,\nfail:unspecified too-many-requests'), {
    script: { refusal: 'too-many-requests', failure: 'unspecified', isSilent: true, delaySeconds: 600 },
    faults: [],
  });
});

test('what can’t be done is said, all of it', () => {
  const { faults } = read('fail:nonsense.mp3', 'delay:601s delay:1h delay:-1s');
  assert.equal(faults.length, 4);
  assert.match(faults[0] ?? '', /unspecified, download_failure, insufficient_balance, invalid_media/);
  assert.match(faults[1] ?? '', /0s to 600s/);
});
