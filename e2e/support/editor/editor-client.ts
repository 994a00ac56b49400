import type { Edit, EditChange } from '#lib/transcript/edit';
import type { Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/** A scripted editor of one transcript, which sends requests as the real one does. */
export interface EditorClient {
  ask(path: string, init?: RequestInit): Promise<Response>;
  read(): Promise<Edit>;
  save(base: number, change: Partial<EditChange>, headers?: Record<string, string>): Promise<Response>;
  /** Opens the event stream. */
  listen(since: number): Promise<Listening>;
}

/** A stream of events, and those received so far. */
export interface Listening {
  events: Array<{ name: string; data: unknown }>;
  /** Waits for the first event with this name that fits; throws at the tests' common timeout. */
  event<T>(name: string, fits?: (data: T) => boolean): Promise<T>;
  /** Settles when the server has ended the event stream. */
  ended: Promise<void>;
  close(): void;
}

/**
 * Creates a client of one transcript that sends these headers with each request: the owner's cookie, or a guest's name.
 */
export function createEditorClient(
  { baseUrl }: Pick<Longhand, 'baseUrl'>,
  ref: string,
  always: Record<string, string> = {},
): EditorClient {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${baseUrl}/editor/data/${ref}/${path}`, {
      ...init,
      headers: { ...always, ...(init.headers as Record<string, string> | undefined) },
    });
  return {
    ask,
    async read() {
      const answer = await ask('edit');
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Edit;
    },
    save: (base, change, headers = {}) =>
      ask('edit', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': `"${base}"`, ...headers },
        body: JSON.stringify({ put: [], remove: [], ...change }),
      }),
    listen: (since) => listen((signal) => ask(`events?since=${since}`, { signal })),
  };
}

/** Creates a client for a guest of this name, through a transcript's share link. */
export function createGuestClient(
  { longhand, sharedUrl }: { longhand: Pick<Longhand, 'baseUrl'>; sharedUrl: string },
  name: string,
): EditorClient {
  const token = sharedUrl.slice(sharedUrl.lastIndexOf('/') + 1);
  return createEditorClient(longhand, token, { 'longhand-name': encodeURIComponent(name) });
}

async function listen(open: (signal: AbortSignal) => Promise<Response>): Promise<Listening> {
  const leaving = new AbortController();
  const answer = await open(leaving.signal);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  const events: Listening['events'] = [];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const name = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (name !== undefined) events.push({ name, data: JSON.parse(data ?? 'null') });
      }
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    events,
    ended,
    event: <T>(name: string, fits: (data: T) => boolean = () => true) =>
      waitFor(
        `the event ${name}`,
        () => events.find((event) => event.name === name && fits(event.data as T))?.data as T | undefined,
      ),
    close: () => leaving.abort(),
  };
}
