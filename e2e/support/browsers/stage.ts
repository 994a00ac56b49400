import type { Proxy } from '#e2e/support/account/start-proxy';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import type { MachineWord } from '#lib/transcript/model';
import type { DrivenPage } from './page';

/** What the cases of a suite share: one browser, in which one owner is signed in, behind a connection that can be cut. */
export interface Stage {
  page: DrivenPage;
  longhand: SharedLonghand;
  proxy: Proxy;
  account: TestAccount;
  /** The transcript that the cases work in one after the other, in an editor that stays open. */
  jobId: string;
  words: readonly MachineWord[];
  /** Where it is opened. */
  url: string;
}
