import type { Proxy } from '#e2e/support/account/start-proxy';
import type { SharedTranscript } from '#e2e/support/editor/editor';
import type { SharedLonghand } from '#e2e/support/start-longhand';
import type { MachineWord } from '#lib/transcript/model';
import type { DrivenPage } from './page';

/** What the cases of a suite share: one browser, in which one owner is signed in, behind a connection that can be cut. */
export interface Stage {
  page: DrivenPage;
  longhand: SharedLonghand;
  proxy: Proxy;
  account: SharedTranscript['account'];
  /** The words of the recorded transcript. */
  words: readonly MachineWord[];
  recordedId: string;
  /** Makes another transcript of the owner's; returns where it is opened, and its share link. */
  make(size: { words: number; monologues: number }): Promise<Made>;
}

/** A transcript of the owner's as the cases open it. */
export interface Made {
  jobId: string;
  url: string;
  token: string;
}
