import { after, before, test } from 'node:test';
import { startProxy } from '#e2e/support/account/start-proxy';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { makeRecordedTranscript } from '#e2e/support/recorded-transcript';
import { useLonghand } from '#e2e/support/start-longhand';
import { testRecording, testSignIn, testTabs, testUpload } from './account-cases';
import type { Engine } from './driver';
import { testReview } from './review-cases';
import { testSaving } from './saving-cases';
import { testSound } from './sound-cases';
import type { Stage } from './stage';
import { startDriver, whyNotHere } from './start-driver';
import { testLongText, testText } from './text-cases';

const words = machineWords(600);
/** The sound covers only the first words: no case needs more. */
const seconds = 54;

/** The cases in which browsers may differ. */
const allCases = [
  testTabs,
  testRecording,
  testUpload,
  testText,
  testSound,
  testReview,
  testSaving,
  testLongText,
];

/**
 * Runs the suite of promises that every browser keeps in this engine. Its cases build on each other: the first signs
 * in, the others work in that browser, most of them in one open editor.
 */
export function testBrowser(engine: Engine, cases: ReadonlyArray<(stage: Stage) => void> = allCases): void {
  const stage = {} as Stage;
  const skip = whyNotHere(engine);
  if (skip !== undefined) {
    test(`${engine} keeps the promises`, { skip });
    return;
  }
  before(async () => {
    const longhand = await useLonghand();
    Object.assign(stage, { longhand, words });
    const [made, proxy, page] = await Promise.all([
      makeRecordedTranscript(longhand, { words, monologues: 12, seconds }),
      startProxy(longhand.baseUrl),
      startDriver(engine),
    ]);
    const { account, jobId } = made;
    Object.assign(stage, { account, jobId, proxy, page, url: `${proxy.baseUrl}/editor/${jobId}` });
  });
  after(async () => {
    await stage.page?.close();
    stage.proxy?.close();
    await stage.longhand?.stop();
  });
  for (const testCases of [testSignIn, ...cases]) testCases(stage);
}
