import { afterEach, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from 'playwright';
import { toText, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { createEditorClient, type EditorClient } from '#e2e/support/editor/editor-client';
import {
  guestContext,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  shareTranscript,
  stands,
  type SharedTranscript,
} from '#e2e/support/editor/editor';
import { shownMonologues } from '#e2e/support/editor/editor-text';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { soundIsReady } from '#e2e/support/editor/sound';
import { makeRecordedTranscript } from '#e2e/support/recorded-transcript';
import type { SharedLonghand } from '#e2e/support/start-longhand';
import { useSite, type Site } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';

/** A transcript on a service that suites share, with pages that stay open between tests. */
export interface OpenEditor extends Site {
  /** The transcript, of a new account, with a share link. */
  readonly made: SharedTranscript;
  /** The browser context in which the owner is signed in. */
  readonly owner: BrowserContext;
  /** The browser context of a guest named Ben Guest. */
  readonly guest: BrowserContext;
  /** A scripted client of the owner. */
  readonly client: EditorClient;
  /** Opens the owner's page, with editable text and playable media if any; later calls return the same page. */
  open(): Promise<Page>;
  /** Opens the guest's page likewise. */
  openAsGuest(): Promise<Page>;
  /** Restores the original text, and waits until the owner's page shows it. */
  reset(): Promise<void>;
}

interface EditorOptions {
  /** This many generated words, or these. */
  words?: number | readonly MachineWord[];
  monologues?: number;
  name?: string;
  /** Adds a recording, two seconds longer than the words. */
  recording?: 'audio' | 'video';
}

type Prepared = Pick<OpenEditor, 'made' | 'owner' | 'guest' | 'client'>;

async function prepare(site: Site, options: EditorOptions): Promise<Prepared> {
  const made = await make(site.longhand, options);
  const owner = await ownerContext(site.browser, made);
  const guest = await guestContext(site.browser, 'Ben Guest');
  const cookie = (await owner.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return { made, owner, guest, client: createEditorClient(site.longhand, made.jobId, { cookie }) };
}

async function make(
  longhand: SharedLonghand,
  { words = 120, monologues = 6, name, recording }: EditorOptions,
): Promise<SharedTranscript> {
  if (recording === undefined)
    return makeSharedTranscript(longhand, { words, monologues, ...(name !== undefined && { name }) });
  const spoken = typeof words === 'number' ? machineWords(words) : words;
  const recorded = await makeRecordedTranscript(longhand, { words: spoken, monologues, kind: recording });
  return shareTranscript(longhand, recorded);
}

/**
 * Prepares a transcript before the first test of a file. Its pages keep their state between tests. Everything else that
 * a test opens is closed after it, and all pages after a failed test.
 */
export function useEditor(options: EditorOptions = {}): OpenEditor {
  const site = useSite({ keepsOpen: true });
  const prepared: { editor?: Prepared } = {};
  const get = () => {
    if (prepared.editor === undefined) throw new Error('there is no editor before the tests begin');
    return prepared.editor;
  };
  const pages = new Map<BrowserContext, Page>();

  before(async () => {
    prepared.editor = await prepare(site, options);
  });
  afterEach(async (context) => {
    if (prepared.editor === undefined) return;
    const { owner, guest } = prepared.editor;
    const hasFailed = 'error' in context && context.error != null;
    if (hasFailed) pages.clear();
    for (const context of site.browser.contexts()) {
      if (context !== owner && context !== guest) await context.close();
      const others = context.pages().filter((page) => page !== pages.get(context));
      await Promise.all(others.map((page) => page.close()));
    }
    if (hasFailed) await Promise.all([owner, guest].map((context) => context.setOffline(false)));
  });

  async function openOnce(context: BrowserContext, url: string): Promise<Page> {
    const open = pages.get(context);
    if (open !== undefined && !open.isClosed()) return open;
    const page = await openEditorTab(context, url);
    if (options.recording !== undefined) await soundIsReady(page);
    pages.set(context, page);
    return page;
  }

  const open = () => openOnce(get().owner, get().made.url);

  async function reset(): Promise<void> {
    const page = await open();
    await stands(page, 'saved');
    const { client } = get();
    const { revision } = await client.read();
    if (revision === 0) return;
    const headers = { 'if-match': `"${revision}"` };
    const answer = await client.ask('revisions/0/restore', { method: 'POST', headers });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { monologues } = (await (await client.ask('revisions/0')).json()) as Edit;
    const wanted = monologues.map(({ id, speaker, content }) => ({ id, speaker, text: toText(content) }));
    await waitFor('the original text', async () => {
      const shown = (await shownMonologues(page)).map(({ id, speaker, text }) => ({ id, speaker, text }));
      return isDeepStrictEqual(shown, wanted) || undefined;
    });
  }

  return {
    get longhand() {
      return site.longhand;
    },
    get browser() {
      return site.browser;
    },
    get made() {
      return get().made;
    },
    get owner() {
      return get().owner;
    },
    get guest() {
      return get().guest;
    },
    get client() {
      return get().client;
    },
    open,
    reset,
    openAsGuest: () => openOnce(get().guest, get().made.sharedUrl),
  };
}
