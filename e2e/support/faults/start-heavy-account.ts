import { createEditorClient, type EditorClient } from '#e2e/support/editor/editor-client';
import { makeJob } from '#e2e/support/make-job';
import { signInForCookies } from '#e2e/support/sign-in';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { connect } from '#lib/db/connect';
import { createShareLink } from '#lib/share-links/create-share-link';

/** An account with one transcript of maximal length, and editors that open it. */
export interface HeavyAccount {
  account: TestAccount;
  jobId: string;
  owner: EditorClient;
  /** Opened by links that allow editing, and only viewing. */
  editor: EditorClient;
  viewer: EditorClient;
}

/** Makes such an account. Its transcript has these words, said by one speaker in one monologue. */
export async function startHeavyAccount(longhand: Longhand, words: string): Promise<HeavyAccount> {
  const account = await longhand.createAccount();
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const { id: jobId } = await makeJob(db, account.id, { words });
    const job = { accountId: account.id, jobId, by: { kind: 'service' } as const };
    const open = async (permission: 'view' | 'edit') =>
      createEditorClient(longhand, (await createShareLink(db, job, { permission })).token);
    const owner = createEditorClient(longhand, jobId, { cookie: await signInForCookies(longhand, account) });
    return { account, jobId, owner, editor: await open('edit'), viewer: await open('view') };
  } finally {
    await close();
  }
}
