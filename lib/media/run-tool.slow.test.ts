import assert from 'node:assert/strict';
import test from 'node:test';
import { runTool, ToolFailure } from '#lib/media/run-tool';

const endless = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440', '-f', 'null', '-'];
const limits = { cpuSeconds: 20, wallSeconds: 20, fileBytes: 0 };
const isLimited = (error: unknown) => error instanceof ToolFailure && error.limited;

test('a tool that works too long or runs too long is ended and says so', async () => {
  await assert.rejects(runTool('ffmpeg', endless, { ...limits, wallSeconds: 0.3 }), isLimited);
  await assert.rejects(runTool('ffmpeg', endless, { ...limits, cpuSeconds: 1 }), isLimited);
});

test('a tool that is aborted before it has begun is ended, too', async () => {
  const abort = new AbortController();
  const long = { ...limits, cpuSeconds: 3600, wallSeconds: 3600 };
  const running = runTool('ffmpeg', endless, long, abort.signal);
  abort.abort(new Error('deleted'));
  await assert.rejects(running, /deleted/);
});

test('a tool may not write more than it was allowed', { skip: process.platform !== 'linux' }, async () => {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440', '-f', 's16le', '-y', 'out'];
  await assert.rejects(runTool('ffmpeg', args, { ...limits, fileBytes: 100_000 }));
});

test('a full disk is told of, also where ffmpeg ends as if all were well', async (t) => {
  if (process.platform !== 'linux') return t.skip('there is no /dev/full');
  for (const seconds of [1, 60]) {
    const sound = ['-v', 'error', '-f', 'lavfi', '-i', `sine=duration=${seconds}`];
    const writing = runTool('ffmpeg', [...sound, '-f', 's16le', '-y', 'file:/dev/full'], {
      ...limits,
      fileBytes: 10_000_000,
    });
    await assert.rejects(writing, { code: 'ENOSPC', message: 'ffmpeg failed: No space left on device' });
  }
});

test(
  'a tool may not use more memory of its own than it was allowed',
  { skip: process.platform !== 'linux' },
  async () => {
    const picture = [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=size=8000x8000',
      '-frames:v',
      '1',
      '-f',
      'null',
      '-',
    ];
    await assert.rejects(runTool('ffmpeg', picture, { ...limits, dataBytes: 80 * 1024 ** 2 }), isLimited);
  },
);

test('of what a tool writes, the end is returned, up to a limit', async () => {
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'sine=440:duration=20',
    '-show_packets',
    '-of',
    'compact',
  ];
  const { stdout } = await runTool('ffprobe', args, limits);
  assert.ok(stdout.length <= 256 * 1024);
  assert.match(stdout, /pts_time=19\.9\d+/);
});
