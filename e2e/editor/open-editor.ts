import type { Browser, BrowserContext, Page } from 'playwright';
import { shareJob } from '#lib/jobs/share-job';
import { connect } from '#lib/db/connect';
import { freshContext } from '../support/browser';
import { signInContext } from '../support/sign-in';
import { clientOf } from '../client';
import type { Longhand } from '../start-longhand';
import { makeTranscript } from './make-transcript';

/** A transcript with its owner, for tests in browsers. */
export interface Opened {
  longhand: Longhand;
  jobId: string;
  account: { id: string; email: string; password: string; apiKey: string };
  /** Where a guest gets in. */
  sharedUrl: string;
  shareId: string;
}

/** Makes a transcript of an account of its own, with a share link. */
export async function makeShared(
  longhand: Longhand,
  size: { words: number; monologues: number },
): Promise<Opened> {
  const account = await longhand.createAccount();
  const jobId = await makeTranscript(longhand, account, size);
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const { id, token } = await shareJob(db, { accountId: account.id, jobId });
    return {
      longhand,
      jobId,
      account,
      sharedUrl: `${longhand.baseUrl}/editor/shared/${token}`,
      shareId: id,
    };
  } finally {
    await close();
  }
}

/** A browser of the owner's, signed in. */
export async function ownerContext(browser: Browser, { longhand, account }: Opened): Promise<BrowserContext> {
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

/** Opens the editor in a new tab, and waits until one can type in it. */
export async function openEditor(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await editable(page);
  return page;
}

/** Waits until one can type. */
export async function editable(page: Page): Promise<void> {
  await page.locator('[role=textbox][contenteditable=true]').waitFor();
}

/** Waits until the bar says that it stands so with saving. */
export async function stands(page: Page, state: string): Promise<void> {
  await page.locator(`[data-saving="${state}"]`).waitFor();
}

/** Types at the end of a monologue, as a person does. */
export async function typeAtEnd(page: Page, monologue: string, typed: string): Promise<void> {
  await caretAtEnd(page, monologue);
  await page.keyboard.type(typed);
}

/** Puts the caret behind the last word of a monologue. */
export async function caretAtEnd(page: Page, monologue: string): Promise<void> {
  await page.locator(`section[data-monologue="${monologue}"] p`).evaluate((paragraph) => {
    const text = paragraph.closest<HTMLElement>('[role=textbox]');
    text?.focus({ preventScroll: true });
    paragraph.scrollIntoView({ block: 'nearest' });
    const selection = getSelection();
    selection?.selectAllChildren(paragraph);
    selection?.collapseToEnd();
  });
}

/** The text of a monologue in the page. */
export function textOf(page: Page, monologue: string): Promise<string> {
  return page.locator(`section[data-monologue="${monologue}"] p`).innerText();
}

/** The transcript as the API gives it in plain text. */
export async function readText(
  { longhand, account, jobId }: Opened,
  version: 'latest' | 'machine',
): Promise<string> {
  const answer = await clientOf(longhand, account.apiKey).request(
    `/jobs/${jobId}/transcript?version=${version}`,
    { headers: { accept: 'text/plain' } },
  );
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}
