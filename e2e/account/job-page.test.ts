import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#lib/ids/new-id';
import { transcriptionKey } from '#lib/queue/queue-positions';
import { hydrated } from '#e2e/support/account/hydrated';
import { waitForFocus } from '#e2e/support/account/row-menu';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshPage } from '#e2e/support/browser';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/* The page of a job without a transcript. */

const site = useSite();

test('the page of a job tells its place and the time left, live, and cancels it after a question', async () => {
  const account = await site.longhand.createAccount();
  const id = newId();
  await site.longhand.sql`
    insert into jobs (id, account_id, name, media_url, price_cents)
    values (${id}, ${account.id}, 'talk.wav', 'http://127.0.0.1:9/none.wav', 0)`;
  // Scheduled a day ahead, so no worker takes it.
  await site.longhand.sql`
    select graphile_worker.add_job('transcribe-job', ${JSON.stringify({ jobId: id })}::text::json,
      run_at => now() + interval '1 day', job_key => ${transcriptionKey(id)}::text)`;
  try {
    const page = await freshPage(site.browser);
    await signInContext(page.context(), site.longhand, account);
    await page.goto(`${site.longhand.baseUrl}/editor/${id}`);
    await hydrated(page);
    await page.getByText(/^Waiting, (next|#\d+) in queue$/).waitFor();
    await site.longhand.sql`
      update jobs set started_at = now() - interval '1 hour', progress = 0.5, progress_at = now() where id = ${id}`;
    await page.getByText(/^In progress, 50%, about .+ left$/).waitFor();

    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await keepsFocus(page, cancel);
    await cancel.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You won’t be charged.').waitFor();
    assert.deepEqual(await seriousFindings(page), []);
    await dialog.getByRole('button', { name: 'Cancel transcription' }).press('Enter');
    await page.getByText('Canceled', { exact: true }).waitFor();
    await waitForFocus(page.getByRole('heading', { name: 'No transcript' }));
  } finally {
    await site.longhand.sql`select graphile_worker.remove_job(${transcriptionKey(id)})`;
  }
});
