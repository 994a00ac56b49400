import type { Browser, BrowserContext, Page } from 'playwright';
import { connect } from '#lib/db/connect';
import { createShareLink } from '#lib/share-links/create-share-link';
import { hydrated } from '#e2e/support/account/hydrated';
import { makeClient } from '#e2e/support/client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import { freshContext } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';

/*
 * How every test opens an editor. What is done in its text is in editor-text.ts, what is done with its sound in
 * e2e/support/editor/sound.ts.
 */

/** A transcript with its owner. */
export interface OwnedTranscript {
  longhand: Pick<SharedLonghand, 'baseUrl'>;
  account: { email: string; password: string };
  jobId: string;
}

/** The service of a transcript, as far as it is needed here. */
type Service = Pick<SharedLonghand, 'baseUrl' | 'databaseUrl' | 'sql' | 'createAccount'>;

/** A transcript with its owner and a share link. */
export interface SharedTranscript extends OwnedTranscript {
  longhand: Service;
  account: TestAccount;
  /** Where the owner opens it. */
  url: string;
  /** Where a guest opens it. */
  sharedUrl: string;
  shareId: string;
}

/** Makes a transcript of an account of its own, with a share link. It has no recording: what plays it never comes. */
export async function makeSharedTranscript(
  longhand: Service,
  size: Parameters<typeof makeTranscript>[2],
): Promise<SharedTranscript> {
  const account = await longhand.createAccount();
  const jobId = await makeTranscript(longhand, account, size);
  // The worker would try again and again to make it.
  await longhand.sql`update jobs set rendition_asked_at = now() where id = ${jobId}`;
  return shareTranscript(longhand, { account, jobId });
}

/** Gives a transcript a share link. */
export async function shareTranscript(
  longhand: Service,
  { account, jobId }: Pick<SharedTranscript, 'account' | 'jobId'>,
): Promise<SharedTranscript> {
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const { id, token } = await createShareLink(db, { accountId: account.id, jobId });
    return {
      longhand,
      account,
      jobId,
      url: `${longhand.baseUrl}/editor/${jobId}`,
      sharedUrl: `${longhand.baseUrl}/editor/shared/${token}`,
      shareId: id,
    };
  } finally {
    await close();
  }
}

/** A browser of the owner's, signed in. */
export async function ownerContext(
  browser: Browser,
  { longhand, account }: Pick<OwnedTranscript, 'longhand' | 'account'>,
): Promise<BrowserContext> {
  const context = await freshContext(browser);
  await signInContext(context, longhand, account);
  return context;
}

/** A browser of a guest's, who has given this name before. */
export async function guestContext(browser: Browser, name: string): Promise<BrowserContext> {
  const context = await freshContext(browser);
  await context.addInitScript((given) => localStorage.setItem('longhand:guest-name', given), name);
  return context;
}

/** Opens the editor at this address, and waits until one can type in it. */
export async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await editable(page);
}

/** Opens the editor in a new tab, and waits until one can type in it. */
export async function openEditorTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await openEditor(page, url);
  return page;
}

/** Signs the owner in, opens the transcript, and waits until one can type in it. */
export async function openAsOwner(page: Page, { longhand, account, jobId }: OwnedTranscript): Promise<void> {
  await signInContext(page.context(), longhand, account);
  await openEditor(page, `${longhand.baseUrl}/editor/${jobId}`);
}

/** Waits until the transcript is shown and its script works, also where one may only read it. */
export async function transcriptShown(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('transcript-ready').length > 0);
  await page.locator('[data-monologue]').first().waitFor();
  await hydrated(page);
}

/** Waits until one can type: from then on nothing of its opening takes the focus from the text. */
export async function editable(page: Page): Promise<void> {
  await transcriptShown(page);
  await page.locator('[role=textbox][contenteditable=true]').waitFor();
}

/** Waits until the bar says that it stands so with saving. */
export async function stands(page: Page, state: string): Promise<void> {
  await page.locator(`[data-saving="${state}"]`).waitFor();
}

/** Waits until this is said to assistive technology. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('[aria-live=polite]', { hasText: text }).waitFor({ state: 'attached' });
}

/**
 * Notes from now on what is said to assistive technology, as another announcement may follow at once; gives a function that waits
 * until this was among it.
 */
export async function noteAnnouncements(page: Page): Promise<(text: string) => Promise<void>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const note = (): void => {
      for (const region of document.querySelectorAll('[aria-live=polite]'))
        texts.push(region.textContent ?? '');
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  return async (text) => {
    await waitFor(`“${text}” to be said`, () =>
      said.evaluate((texts, wanted) => texts.some((each) => each.includes(wanted)) || undefined, text),
    );
  };
}

/** The transcript as the API gives it in plain text. */
export async function readText(
  { longhand, account, jobId }: SharedTranscript,
  version: 'latest' | 'machine',
): Promise<string> {
  const answer = await makeClient(longhand, account.apiKey).request(
    `/jobs/${jobId}/transcript?version=${version}`,
    { headers: { accept: 'text/plain' } },
  );
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

/** Waits until the API's latest version has the words. */
export async function latestHas(transcript: SharedTranscript, words: string): Promise<void> {
  await waitFor(
    `the latest version to have ${words}`,
    async () => (await readText(transcript, 'latest')).includes(words) || undefined,
  );
}
