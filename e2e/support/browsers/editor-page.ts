import { hydrated } from '#e2e/support/account/hydrated';
import { shownMonologues } from '#e2e/support/editor/editor-text';
import type { SharedLonghand } from '#e2e/support/start-longhand';
import { roles, type DrivenPage } from './page';

/* Steps with an open editor that the cases share, in every browser. */

/** The selector of the editable text. */
export const textbox = '[role=textbox][contenteditable=true]';

/** Signs in with the form, and waits for the list of transcripts. */
export async function signIn(
  page: DrivenPage,
  { baseUrl }: Pick<SharedLonghand, 'baseUrl'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.driver.open(`${baseUrl}/sign-in`);
  await hydrated(page);
  await page.fillIn({ selector: 'input[type=email]' }, email);
  await page.fillIn({ selector: 'input[type=password]' }, password);
  await page.click({ selector: roles.button, name: 'Sign in' });
  await page.hasAddress(/\/jobs$/);
  // A navigation that starts before the page has loaded could be overtaken by it.
  await shows(page, 'h1', /Transcripts/);
  await hydrated(page);
}

/** Opens the editor at this address, and waits until its text is editable. */
export async function openEditor(page: DrivenPage, url: string): Promise<void> {
  await page.driver.open(url);
  await isEditable(page);
}

/** Waits until the text is editable: from then on the opening editor no longer takes the focus from it. */
export async function isEditable(page: DrivenPage): Promise<void> {
  await page.waitForFunction(
    (textbox) =>
      performance.getEntriesByName('transcript-ready').length > 0 &&
      document.querySelector(textbox) !== null &&
      document.querySelector('[data-monologue]') !== null,
    textbox,
  );
  await hydrated(page);
}

/** Returns the text of each paragraph. */
export async function getTexts(page: DrivenPage): Promise<string[]> {
  return (await shownMonologues(page)).map(({ text }) => text);
}

/** Waits until the bar shows this saving state. */
export async function stands(page: DrivenPage, state: string): Promise<void> {
  await page.waitForFunction((state) => document.querySelector(`[data-saving="${state}"]`) !== null, state);
}

/** Waits until an element with this selector has matching text. */
export async function shows(page: DrivenPage, selector: string, text: RegExp): Promise<void> {
  await page.waitForFunction(
    ({ selector, pattern }) =>
      [...document.querySelectorAll(selector)].some((element) =>
        new RegExp(pattern, 'u').test(element.textContent ?? ''),
      ),
    { selector, pattern: text.source },
  );
}
