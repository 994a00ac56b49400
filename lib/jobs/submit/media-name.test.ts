import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaName } from '#lib/jobs/submit/media-name';

const cases: Array<[string, Parameters<typeof mediaName>[0], string]> = [
  ['a file name is kept', { fileName: 'Interview 7.mp3' }, 'Interview 7.mp3'],
  ['a path is cut to its base name', { fileName: '../../etc/x.wav' }, 'x.wav'],
  ['a path of Windows is cut too', { fileName: 'C:\\Users\\Ann\\talk.wav' }, 'talk.wav'],
  ['control characters are dropped', { fileName: 'a\u0000b\n.wav' }, 'ab.wav'],
  ['marks that turn the reading direction are dropped', { fileName: 'gpj\u202e.wav' }, 'gpj.wav'],
  ['a name of nothing gets one', { fileName: '///' }, 'untitled'],
  [
    'a URL gives its last part, decoded',
    { mediaUrl: 'https://a.example/x/my%20talk.mp3?y=1' },
    'my talk.mp3',
  ],
  ['a faulty escape in a URL is kept as it is', { mediaUrl: 'https://a.example/50%.mp3' }, '50%.mp3'],
  [
    'the name that the server gave counts where the URL has none',
    { mediaUrl: 'https://a.example/?id=7', servedName: 'talk.mp3' },
    'talk.mp3',
  ],
  [
    'the name that the server gave goes before the one in the URL',
    { mediaUrl: 'https://drive.example/uc?export=download&id=7', servedName: 'talk.mp3' },
    'talk.mp3',
  ],
  ['a URL without a path gives its host', { mediaUrl: 'https://a.example/' }, 'a.example'],
];

for (const [promise, source, name] of cases) {
  test(promise, () => assert.equal(mediaName(source), name));
}

test('a long name is cut to 255 characters, never inside one', () => {
  assert.equal(mediaName({ fileName: '🎤'.repeat(300) }), '🎤'.repeat(255));
});
