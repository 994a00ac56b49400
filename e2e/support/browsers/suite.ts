import { after, before, test } from 'node:test';
import { startProxy } from '#e2e/support/account/start-proxy';
import { makeTranscript, machineWords } from '#e2e/support/editor/make-transcript';
import { makeRecordedTranscript } from '#e2e/support/recorded-transcript';
import { useLonghand } from '#e2e/support/start-longhand';
import { connect } from '#lib/db/connect';
import { createShareLink } from '#lib/share-links/create-share-link';
import { testAccount } from './account-cases';
import type { Engine } from './driver';
import { testReview } from './review-cases';
import { testSaving } from './saving-cases';
import { testSound } from './sound-cases';
import type { Made, Stage } from './stage';
import { startDriver, whyNotHere } from './start-driver';
import { testText } from './text-cases';

const words = machineWords(150);

/**
 * The promises that every browser keeps, as one suite of this engine. Its cases build on each other: the first signs in,
 * the others work in that browser.
 */
export function testBrowser(engine: Engine): void {
  const stage = {} as Stage;
  const skip = whyNotHere(engine);
  if (skip !== undefined) {
    test(`${engine} keeps the promises`, { skip });
    return;
  }
  before(async () => {
    stage.longhand = await useLonghand();
    stage.proxy = await startProxy(stage.longhand.baseUrl);
    stage.words = words;
    const [recorded, page] = await Promise.all([
      makeRecordedTranscript(stage.longhand, { words, monologues: 3 }),
      startDriver(engine),
    ]);
    Object.assign(stage, { account: recorded.account, recordedId: recorded.jobId, page });
    stage.make = (size) => makeShared(stage, size);
  });
  after(async () => {
    await stage.page?.close();
    stage.proxy?.close();
    await stage.longhand?.stop();
  });
  testAccount(stage);
  testText(stage);
  testSaving(stage);
  testSound(stage);
  testReview(stage);
}

async function makeShared(
  { longhand, account, proxy }: Stage,
  size: { words: number; monologues: number },
): Promise<Made> {
  const jobId = await makeTranscript(longhand, account, size);
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const { token } = await createShareLink(db, { accountId: account.id, jobId });
    return { jobId, url: `${proxy.baseUrl}/editor/${jobId}`, token };
  } finally {
    await close();
  }
}
