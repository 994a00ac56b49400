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
 * Helpers with which every test opens an editor. Helpers for its text are in editor-text.ts, those for its sound in
 * e2e/support/editor/sound.ts.
 */

/** A transcript with its owner. */
export interface OwnedTranscript {
  longhand: Pick<SharedLonghand, 'baseUrl'>;
  account: { email: string; password: string };
  jobId: string;
}

/** The parts of a transcript's service that are needed here. */
type Service = Pick<SharedLonghand, 'baseUrl' | 'databaseUrl' | 'sql' | 'createAccount'>;

/** A transcript with its owner and a share link. */
export interface SharedTranscript extends OwnedTranscript {
  longhand: Service;
  account: TestAccount;
  /** The owner's address for it. */
  url: string;
  /** A guest's address for it. */
  sharedUrl: string;
  shareId: string;
}

/** Makes a transcript of a new account, with a share link. It has no recording, so its rendition never comes. */
export async function makeSharedTranscript(
  longhand: Service,
  size: Parameters<typeof makeTranscript>[2],
): Promise<SharedTranscript> {
  const account = await longhand.createAccount();
  const jobId = await makeTranscript(longhand, account, size);
  // Otherwise the worker would try again and again to make the rendition.
  await longhand.sql`update jobs set rendition_asked_at = now() where id = ${jobId}`;
  return shareTranscript(longhand, { account, jobId });
}

/** Creates a share link for a transcript. */
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

/** Returns a browser context in which the owner is signed in. */
export async function ownerContext(
  browser: Browser,
  { longhand, account }: Pick<OwnedTranscript, 'longhand' | 'account'>,
): Promise<BrowserContext> {
  const context = await freshContext(browser);
  await signInContext(context, longhand, account);
  return context;
}

/** Returns a browser context of a guest who has given this name before. */
export async function guestContext(browser: Browser, name: string): Promise<BrowserContext> {
  const context = await freshContext(browser);
  await context.addInitScript((given) => localStorage.setItem('longhand:guest-name', given), name);
  return context;
}

/** Opens the editor at this address, and waits until its text is editable. */
export async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await editable(page);
}

/** Opens the editor in a new tab, and waits until its text is editable. */
export async function openEditorTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await openEditor(page, url);
  return page;
}

/** Signs the owner in, opens the transcript, and waits until its text is editable. */
export async function openAsOwner(page: Page, { longhand, account, jobId }: OwnedTranscript): Promise<void> {
  await signInContext(page.context(), longhand, account);
  await openEditor(page, `${longhand.baseUrl}/editor/${jobId}`);
}

/** Waits until the transcript is shown and hydrated, even if it is read-only. */
export async function transcriptShown(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('transcript-ready').length > 0);
  await page.locator('[data-monologue]').first().waitFor();
  await hydrated(page);
}

/** Waits until the text is editable: from then on the opening editor no longer takes the focus from it. */
export async function editable(page: Page): Promise<void> {
  await transcriptShown(page);
  await page.locator('[role=textbox][contenteditable=true]').waitFor();
}

/** Waits until the bar shows this saving state. */
export async function stands(page: Page, state: string): Promise<void> {
  await page.locator(`[data-saving="${state}"]`).waitFor();
}

/** Waits until this is announced to assistive technology. */
export async function announced(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('[aria-live=polite]', { hasText: text }).waitFor({ state: 'attached' });
}

/**
 * Records announcements to assistive technology from now on, as another may follow at once; returns a function that
 * waits until one of them contained this text.
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

/** Returns the transcript as the API gives it in plain text. */
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
