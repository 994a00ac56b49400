import assert from 'node:assert/strict';
import { makeClient } from '#e2e/support/client';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { signInForCookies } from '#e2e/support/sign-in';
import { saying } from '#e2e/support/transcribed-job';
import type { Victim } from './start-victim';

/** A person who corrects a transcript while the service is harmed. */
export interface Editing {
  /** Makes a correction. It is not acknowledged while the server or its database is down. */
  edit(): Promise<void>;
  /** Fails if the last acknowledged correction is gone. Returns the number of acknowledged corrections. */
  check(): Promise<number>;
}

/** Waits for the transcript of a recording of another account, and opens it. */
export async function startEditing({
  longhand,
  sounds,
  acknowledged,
}: Pick<Victim, 'longhand' | 'sounds' | 'acknowledged'>): Promise<Editing> {
  const { apiKey, ...person } = await longhand.createAccount();
  const client = makeClient(longhand, apiKey);
  const { id } = await client.submitFile(sounds.long, 'audio/wav');
  acknowledged.add(id);
  await client.ended(id);
  const editor = createEditorClient(longhand, id, { cookie: await signInForCookies(longhand, person) });
  let tried = 0;
  let saved = 0;

  async function save(): Promise<void> {
    const { revision, monologues } = await editor.read();
    tried += 1;
    const answer = await editor.save(revision, { put: [saying(monologues[0], `Correction ${tried}.`)] });
    assert.ok(answer.status === 200 || answer.status === 503, `a save was answered ${answer.status}`);
    if (answer.status === 200) saved = tried;
    await answer.text();
  }

  return {
    edit: () =>
      save().catch((error: unknown) => {
        if (error instanceof assert.AssertionError) throw error;
      }),
    async check() {
      const { monologues } = await editor.read();
      const text =
        monologues[0]?.content.map((part) => ('text' in part ? part.text : part.tag)).join('') ?? '';
      const kept = Number(/^Correction (\d+)\.$/.exec(text)?.[1] ?? 0);
      // A correction whose answer was lost may be there, too.
      assert.ok(kept >= saved && kept <= tried, `“${text}” after ${saved} corrections were acknowledged`);
      return saved;
    },
  };
}
