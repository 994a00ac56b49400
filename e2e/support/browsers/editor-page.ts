import { shownMonologues } from '#e2e/support/editor/editor-text';
import type { SharedLonghand } from '#e2e/support/start-longhand';
import { roles, type DrivenPage } from './page';

/* What the cases do with an open editor, in every browser. */

/** The element in which the text is typed. */
export const textbox = '[role=textbox][contenteditable=true]';

/** Signs in by the form, and waits for the list of transcripts. */
export async function signIn(
  page: DrivenPage,
  { baseUrl }: Pick<SharedLonghand, 'baseUrl'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.driver.open(`${baseUrl}/sign-in`);
  await isHydrated(page);
  await page.fillIn({ selector: 'input[type=email]' }, email);
  await page.fillIn({ selector: 'input[type=password]' }, password);
  await page.click({ selector: roles.button, name: 'Sign in' });
  await page.hasAddress(/\/jobs$/);
  // What is opened before it is all there could be overtaken by it.
  await shows(page, 'h1', /Transcripts/);
  await isHydrated(page);
}

/** Waits until the page's script has taken over its buttons, fields and links. */
export async function isHydrated(page: DrivenPage): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-opening]') === null &&
      [...document.querySelectorAll('main :is(a, button, input):not(.tiptap *)')].every((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
      ),
  );
}

/** Opens the editor at this address, and waits until one can type in it. */
export async function openEditor(page: DrivenPage, url: string): Promise<void> {
  await page.driver.open(url);
  await isEditable(page);
}

/** Waits until one can type: from then on nothing of its opening takes the focus from the text. */
export async function isEditable(page: DrivenPage): Promise<void> {
  await page.waitForFunction(
    (textbox) =>
      performance.getEntriesByName('transcript-ready').length > 0 &&
      document.querySelector(textbox) !== null &&
      document.querySelector('[data-monologue]') !== null,
    textbox,
  );
  await isHydrated(page);
}

/** The text of each paragraph. */
export async function getTexts(page: DrivenPage): Promise<string[]> {
  return (await shownMonologues(page)).map(({ text }) => text);
}

/** Waits until the bar says that it stands so with saving. */
export async function stands(page: DrivenPage, state: string): Promise<void> {
  await page.waitForFunction((state) => document.querySelector(`[data-saving="${state}"]`) !== null, state);
}

/** Waits until this is in the text of an element of this selector. */
export async function shows(page: DrivenPage, selector: string, text: RegExp): Promise<void> {
  await page.waitForFunction(
    ({ selector, pattern }) =>
      [...document.querySelectorAll(selector)].some((element) =>
        new RegExp(pattern, 'u').test(element.textContent ?? ''),
      ),
    { selector, pattern: text.source },
  );
}
