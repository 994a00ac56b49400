import * as commonTexts from '#messages/common';
import * as comparisonTexts from '#messages/editor/comparison';
import * as texts from '#messages/editor/import-preview';
import { Button } from '@mantine/core';
import { memo, useCallback, useMemo, useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { offerUndo } from '#components/editor/announcements/undo-offer.ts';
import { readJson } from '#components/editor/api/editor-client.ts';
import { useEditorServices, type EditorServices } from '#components/editor/context.ts';
import { Compared, LeftOut } from '#components/editor/history/comparison/compared-text';
import { cutRuns } from '#components/editor/history/comparison/cut-unchanged.ts';
import { goToChange } from '#components/editor/history/comparison/go-to-change.ts';
import { undoRestoration } from '#components/editor/history/restore-revision.ts';
import { VersionHeader } from '#components/editor/history/version-header';
import versionStyles from '#components/editor/history/version.module.css';
import { formatDate } from '#lib/messages/format';
import { chooseChanges, type ChangeOrUnchanged } from '#lib/transcript/diff/choose-changes';
import { toImportRows, type ImportRow } from './import-rows';
import type { FileComment, ImportPreview } from './previewed';
import styles from './import-preview.module.css';

/** The changes that a file would make, in place of the text. Each can be excluded before the import. */
export function ImportPreviewView({ preview }: { preview: ImportPreview }) {
  const services = useEditorServices();
  const { rows, loose } = useMemo(() => toImportRows(preview.divided, preview.comments), [preview]);
  const changes = useMemo(() => rows.flatMap((row) => (row.kind === 'change' ? [row.change] : [])), [rows]);
  const [leftOut, setLeftOut] = useState<ReadonlySet<ChangeOrUnchanged>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const total = changes.length;
  const chosen = total - leftOut.size;
  const toggle = useCallback((change: ChangeOrUnchanged, isChosen: boolean) => {
    setLeftOut((before) => {
      const next = new Set(before);
      if (isChosen) next.delete(change);
      else next.add(change);
      return next;
    });
  }, []);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const wanted = new Set(changes.filter((change) => !leftOut.has(change)));
    const failed = await saveChosen(services, preview, wanted);
    setBusy(false);
    setError(failed);
  };
  return (
    <>
      <VersionHeader
        title={<bdi>{texts.previewTitle({ name: preview.name })}</bdi>}
        about={
          <>
            <p className={versionStyles['hint']}>{total > 0 ? texts.previewHelp() : texts.noChanges()}</p>
            <output className={versionStyles['counts']}>
              <Counts changes={total} comments={preview.comments.length} />
            </output>
            <ErrorAlert>{error}</ErrorAlert>
          </>
        }
        tools={
          total > 0 && (
            <>
              <BusyButton size="xs" isBusy={isBusy} disabled={chosen === 0} onClick={() => void save()}>
                {nameImport(chosen, total)}
              </BusyButton>
              <Button
                size="xs"
                variant="default"
                onClick={() => setLeftOut(new Set(leftOut.size > 0 ? [] : changes))}
              >
                {leftOut.size > 0 ? texts.selectAll() : texts.clear()}
              </Button>
              <Button size="xs" variant="default" onClick={() => goToChange(services, -1)}>
                {comparisonTexts.previousChange()}
              </Button>
              <Button size="xs" variant="default" onClick={() => goToChange(services, 1)}>
                {comparisonTexts.nextChange()}
              </Button>
            </>
          )
        }
      />
      <div className={versionStyles['body']} data-comparison="">
        <Rows rows={rows} leftOut={leftOut} onToggle={toggle} />
        {loose.length > 0 && (
          <section>
            <h3 className={versionStyles['speaker']}>{texts.looseComments()}</h3>
            <Comments comments={loose} />
          </section>
        )}
      </div>
    </>
  );
}

function nameImport(chosen: number, total: number): string {
  if (chosen === 0) return texts.importNothing();
  return chosen === total ? texts.importAll({ count: total }) : texts.importSome({ chosen, total });
}

function Counts({ changes, comments }: { changes: number; comments: number }) {
  return [
    texts.changes({ count: changes }),
    ...(comments > 0 ? [`${texts.comments({ count: comments })}. ${texts.commentsHelp()}`] : []),
  ].join(', ');
}

function Rows({
  rows,
  leftOut,
  onToggle,
}: {
  rows: readonly ImportRow[];
  leftOut: ReadonlySet<ChangeOrUnchanged>;
  onToggle: (change: ChangeOrUnchanged, isChosen: boolean) => void;
}) {
  const total = rows.filter(({ kind }) => kind === 'change').length;
  let number = 0;
  return rows.map((row) => {
    if (row.kind === 'left-out') {
      return <LeftOut key={row.paragraphs[0]?.id} monologues={row.paragraphs} />;
    }
    if (row.kind === 'commented') {
      return (
        <div key={row.paragraph.id} className={styles['unchanged']}>
          <Compared monologue={row.paragraph} />
          <Comments comments={row.comments} />
        </div>
      );
    }
    number += 1;
    const { change } = row;
    return (
      <ChangeRow
        key={change.kind === 'rename' ? `rename ${change.renamed.id}` : change.paragraphs[0]?.id}
        row={row}
        number={number}
        total={total}
        isChosen={!leftOut.has(change)}
        onToggle={onToggle}
      />
    );
  });
}

const ChangeRow = memo(function ChangeRow({
  row: { change, comments },
  number,
  total,
  isChosen,
  onToggle,
}: {
  row: Extract<ImportRow, { kind: 'change' }>;
  number: number;
  total: number;
  isChosen: boolean;
  onToggle: (change: ChangeOrUnchanged, isChosen: boolean) => void;
}) {
  return (
    <div className={styles['row']} data-left-out={isChosen ? undefined : ''}>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => onToggle(change, event.currentTarget.checked)}
          aria-label={texts.changeLabel({ number, total })}
        />
      </label>
      <div className={styles['change']}>
        {change.kind === 'rename' ? (
          <p>
            <span data-change="" tabIndex={-1} className={versionStyles['change']}>
              {comparisonTexts.renamed(change.renamed)}
            </span>
          </p>
        ) : (
          change.paragraphs.map((paragraph) => <Compared key={paragraph.id} monologue={cutRuns(paragraph)} />)
        )}
        <Comments comments={comments} />
      </div>
    </div>
  );
});

function Comments({ comments }: { comments: readonly FileComment[] }) {
  return comments.map(({ author, date, text, anchor }, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- the comments of a file never change
    <aside key={i} className={styles['comment']}>
      <p className={styles['author']}>
        <bdi>{author === '' ? texts.commentNoAuthor() : texts.commentBy({ author })}</bdi>
        {date !== undefined && ` · ${formatDate(date)}`}
        {anchor !== undefined && anchor !== '' && (
          <>
            {' · '}
            <bdi>{texts.commentOn({ anchor })}</bdi>
          </>
        )}
      </p>
      <p dir="auto">{text}</p>
    </aside>
  ));
}

/** Saves the chosen changes and offers to undo them. Returns an error. */
async function saveChosen(
  services: EditorServices,
  { base, firstWord, change, divided }: ImportPreview,
  chosen: ReadonlySet<ChangeOrUnchanged>,
): Promise<string | undefined> {
  const { api, openVersion } = services;
  const body = {
    revision: base.revision,
    firstWord,
    change: chooseChanges(base, { change, divided, chosen }),
  };
  const saved = await api.request('transcript', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if ('error' in saved) return saved.error.reason ?? commonTexts.serverUnreachable();
  const answer = await readJson<{ revision: number; before: number }>(saved.value);
  if ('error' in answer) return commonTexts.serverUnreachable();
  const { revision: latest, before } = answer.value;
  openVersion.set(undefined);
  if (latest === before) services.announce(texts.noChanges());
  else {
    const undo = async () => {
      const undone = await undoRestoration(services, { latest, before });
      return 'error' in undone ? undone : { value: texts.undone() };
    };
    offerUndo(services, { text: texts.done(), undo });
  }
  return undefined;
}
