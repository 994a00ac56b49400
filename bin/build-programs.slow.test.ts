import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

/** Packages that take a tenth of a second or more of each start, for what most services never do, or do by the hour. */
const heavy = [
  ...[
    '@aws-sdk/client-s3',
    '@tus/server',
    '@tus/file-store',
    '@tus/s3-store',
    'docx',
    'nodemailer',
    'pdfkit',
  ],
  ...['@opentelemetry/sdk-trace-node', 'sherpa-onnx-node', 'stripe'],
];

test('the programs of a service begin without the packages that they need only later, if at all', async () => {
  const { metafile } = await build({
    entryPoints: ['app/server.ts', 'lib/worker/main.ts', 'bin/start/service.ts'],
    ...{ outbase: '.', outdir: '.programs', write: false, metafile: true, logLevel: 'silent' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' },
    external: ['#bin/*.mjs'],
  });
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint === undefined || !/server|main|service/.test(entryPoint)) continue;
    const loaded = new Set<string>();
    const load = (output: string): void => {
      for (const { path, kind, external } of metafile.outputs[output]?.imports ?? []) {
        if (kind !== 'import-statement' || loaded.has(path)) continue;
        loaded.add(path);
        if (external !== true) load(path);
      }
    };
    load(file);
    assert.ok(loaded.has('postgres'), `what ${entryPoint} loads was not found`);
    assert.deepEqual(
      heavy.filter((name) => loaded.has(name)),
      [],
      entryPoint,
    );
  }
});
