import type { Proxy } from '#e2e/support/account/start-proxy';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import type { MachineWord } from '#lib/transcript/model';
import type { DrivenPage } from './page';

/** State shared by a suite's cases: one browser, signed in as one owner, behind a connection that can be cut. */
export interface Stage {
  page: DrivenPage;
  longhand: SharedLonghand;
  proxy: Proxy;
  account: TestAccount;
  /** The transcript that the cases use one after the other, in an editor that stays open. */
  jobId: string;
  words: readonly MachineWord[];
  /** The address of its editor. */
  url: string;
}
