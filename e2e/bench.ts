import { measureWordErrors } from './bench/measure-accuracy';
import { measureApi } from './bench/api/measure-api';
import { measureVolume } from './bench/api/measure-volume';
import { measureAbort } from './bench/measure-abort';
import { measureAlign } from './bench/measure-align';
import { measureCallbacks } from './bench/measure-callbacks';
import { measureChanges } from './bench/measure-changes';
import { measureDelay, measureStart } from './bench/measure-delay';
import { measureDocuments } from './bench/measure-documents';
import { measureEditor } from './bench/measure-editor';
import { measureJobsPage } from './bench/measure-jobs-page';
import { measureLength } from './bench/measure-length';
import { measureCrash, measureLongJob } from './bench/measure-long-job';
import { measurePaging } from './bench/measure-paging';
import { measurePlaying } from './bench/measure-playing';
import { measureRecognition } from './bench/measure-recognition';
import { measureRendition } from './bench/measure-rendition';
import { measureReplace } from './bench/measure-replace';
import { measureSaving } from './bench/measure-saving';
import { measureStreams } from './bench/measure-streams';
import { measureUpload } from './bench/measure-upload';
import { formatTable, rows } from './bench/note';
import { makeClient } from '#e2e/support/client';
import { startLonghand } from '#e2e/support/start-longhand';
import { withOwnPostgres } from '#e2e/support/with-own-postgres';

/*
 * The figures that the README claims, measured on this machine, most of them beside something to compare with in
 * the same run. It is no test: nothing here fails.
 */

await withOwnPostgres(async (folder) => {
  const longhand = await startLonghand({
    LONGHAND_REQUESTS_PER_MINUTE: '0',
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    LONGHAND_ALLOW_PORTS: '1-65535',
  });
  try {
    const { apiKey } = await longhand.createAccount(1000_00);
    const client = makeClient(longhand, apiKey);
    const measurements: Record<string, () => Promise<void>> = {
      accuracy: () => measureWordErrors(client),
      recognition: () => measureRecognition(folder),
      align: () => measureAlign(client),
      delay: () => measureDelay(longhand, client),
      start: () => measureStart(longhand),
      documents: () => measureDocuments(longhand, client),
      api: () => measureApi(longhand),
      volume: () => measureVolume(longhand),
      paging: () => measurePaging(longhand),
      'jobs-page': () => measureJobsPage(longhand),
      editor: () => measureEditor(longhand),
      replace: () => measureReplace(longhand),
      saving: () => measureSaving(longhand),
      playing: () => measurePlaying(longhand),
      callbacks: () => measureCallbacks(longhand),
      streams: () => measureStreams(longhand, folder),
      upload: () => measureUpload(longhand, client, folder),
      length: () => measureLength(folder),
      rendition: () => measureRendition(folder),
      abort: () => measureAbort(folder),
      changes: () => measureChanges(),
      'long-job': () => measureLongJob(longhand, client, folder),
      crash: () => measureCrash(longhand, client, folder),
    };
    const asked = process.argv.slice(2);
    const unknown = asked.filter((name) => measurements[name] === undefined);
    if (unknown.length > 0) {
      const names = Object.keys(measurements).join(', ');
      console.error(`Usage: npm run bench -- [MEASUREMENT…]\nMeasurements: ${names}; words or costs, alone`);
      process.exitCode = 1;
      return;
    }
    for (const [name, measure] of Object.entries(measurements)) {
      if (asked.length === 0 || asked.includes(name)) await measure();
    }
  } finally {
    await longhand.stop();
  }
});
for (const line of formatTable(rows)) console.log(line);
