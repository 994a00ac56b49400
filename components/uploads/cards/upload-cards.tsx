'use client';

import { useMemo, useState } from 'react';
import { UnsentRecordings } from '#components/recorder/unsent-recordings';
import { BusyButton } from '#components/ui/busy-button';
import { useKeptFocus } from '#components/ui/kept-focus/use-kept-focus.ts';
import { lazyPart } from '#components/ui/lazy-part';
import { useStored } from '#components/ui/store.ts';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/uploads';
import { findUploadButton } from '#components/uploads/new-transcript';
import { submitFiles } from './submit-files';
import { TopUpLink, UploadCard } from './upload-card';
import type { CardTerms } from './card-terms';
import {
  getPriceCents,
  hasBytes,
  isReady,
  type ChosenFile,
  type ReadyFile,
  type StoredUpload,
} from '#components/uploads/upload-phases.ts';
import styles from '#components/uploads/uploads.module.css';
import { noUploads, uploadsStore, withStored } from '#components/uploads/uploads-state.ts';
import { removeFile } from '#components/uploads/uploads-store.ts';

const RemoveDialog = lazyPart(async () => (await import('./remove-dialog')).RemoveDialog);

/** Recordings that aren't jobs yet: added in this browser, or stored on the server. */
export function UploadCards({
  terms,
  stored,
  jobs,
  isNewShown,
}: {
  terms: CardTerms;
  stored: readonly StoredUpload[];
  /** The jobs of the list below. */
  jobs: ReadonlyArray<{ id: string }>;
  /** True if a new job appears in that list. */
  isNewShown: boolean;
}) {
  const state = useStored(uploadsStore, noUploads);
  const { region } = useKeptFocus(findUploadButton);
  // Uploads from other browsers are shown before the store has them, so that the list doesn't move.
  const files = useMemo(() => withStored(state, stored), [state, stored]);
  const [asked, setAsked] = useState<ChosenFile>();
  const ready = files.filter(isReady);
  const remove = (file: ChosenFile) => (hasBytes(file) ? setAsked(file) : removeFile(file.key));
  return (
    <div ref={region}>
      <UnsentRecordings
        work={terms.work}
        findSubmitted={terms.findSubmitted}
        onFocusLost={focusUploadButton}
      />
      {files.length > 0 && (
        <ul className={styles['cards']} aria-label={texts.list()}>
          {files.map((file) => (
            <UploadCard
              key={file.key}
              file={file}
              isOnly={files.length === 1}
              terms={terms}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      <div className="unseen" aria-live="polite">
        {ready.map(({ key, name, phase: { length } }) => (
          <p key={key}>{texts.readyNamed({ name, duration: length })}</p>
        ))}
        {files.map(
          ({ key, transcript }) =>
            transcript !== undefined && (
              <p key={`transcript ${key}`}>{texts.transcriptAdded({ name: transcript })}</p>
            ),
        )}
      </div>
      {files.filter(({ phase }) => phase.kind !== 'link').length > 1 && (
        <div className={styles['all']}>{ready.length > 1 && <SubmitAll ready={ready} terms={terms} />}</div>
      )}
      {files.length > 0 && terms.minuteCents > 0 && <p className={styles['note']}>{describeCharge(ready)}</p>}
      <SubmittedLine jobIds={state.submitted} jobs={jobs} isNewShown={isNewShown} />
      {asked !== undefined && <RemoveDialog file={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** Describes when a charge is made, and its amount if known. */
function describeCharge([first, ...others]: readonly ReadyFile[]): string {
  if (first === undefined || others.length > 0) return texts.charge();
  return texts.chargeFor({ price: formatMoney(getPriceCents(first.phase.prices, first)) });
}

/** Submits all ready recordings, with their total price. */
function SubmitAll({ ready, terms }: { ready: ReadyFile[]; terms: CardTerms }) {
  const cents = ready.reduce((sum, file) => sum + getPriceCents(file.phase.prices, file), 0);
  const isBusy = ready.every(({ isSubmitting }) => isSubmitting);
  const price = formatMoney(cents);
  const isTooDear = !isBusy && cents > terms.balanceCents && terms.minuteCents > 0;
  return (
    <>
      <span className={styles['hint']}>
        {isTooDear
          ? texts.allShort({ price, missing: formatMoney(cents - terms.balanceCents) })
          : texts.allReady({ count: ready.length })}
      </span>
      {isTooDear ? (
        <TopUpLink />
      ) : (
        <BusyButton
          isBusy={isBusy}
          onClick={() =>
            void submitFiles(
              ready.map(({ key }) => key),
              terms,
            )
          }
        >
          {terms.minuteCents === 0 ? texts.submitAll() : texts.submitAllFor({ price })}
        </BusyButton>
      )}
    </>
  );
}

/** Confirms that recordings were submitted, until one leaves the list again or another recording is added. */
function SubmittedLine({
  jobIds,
  jobs,
  isNewShown,
}: {
  jobIds: readonly string[];
  jobs: ReadonlyArray<{ id: string }>;
  isNewShown: boolean;
}) {
  /** The submitted jobs that the list has shown. */
  const [listed, setListed] = useState<readonly string[]>([]);
  const isListed = jobIds.length > 0 && jobIds.every((id) => jobs.some((job) => job.id === id));
  if (isListed && listed !== jobIds) setListed(jobIds);
  // The list may not have the jobs yet; a job that left it is gone.
  const isShown = jobIds.length > 0 && (isListed || listed !== jobIds);
  return (
    <output className={isShown ? styles['sent'] : 'unseen'}>
      {isShown &&
        (isListed || isNewShown ? texts.submittedBelow({ count: jobIds.length }) : texts.submitted())}
    </output>
  );
}

function focusUploadButton(): void {
  findUploadButton()?.focus();
}
