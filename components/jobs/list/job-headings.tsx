import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { Icon } from '#components/ui/icon';
import * as texts from '#messages/transcripts';
import type { JobsSort } from './job-sorts';
import styles from './job-list.module.css';

/** A sortable column. The first click sorts in ascending order unless `isDescendingFirst`. */
interface Column {
  title: () => string;
  ascending: JobsSort;
  descending: JobsSort;
  isDescendingFirst?: boolean;
  className?: string | undefined;
}

const columns: readonly Column[] = [
  { title: texts.name, ascending: 'name', descending: 'name_desc' },
  { title: texts.status, ascending: 'status', descending: 'status_desc' },
  {
    title: texts.duration,
    ascending: 'shortest',
    descending: 'longest',
    isDescendingFirst: true,
    className: styles['length'],
  },
  { title: texts.submitted, ascending: 'oldest', descending: 'newest', isDescendingFirst: true },
  { title: texts.edited, ascending: 'edited_asc', descending: 'edited', isDescendingFirst: true },
];

/** The column headings. Each button sorts by its column, and the next click reverses the order. */
export function JobHeadings({ sort, onSort }: { sort: JobsSort; onSort: (sort: JobsSort) => void }) {
  const [focusable, setFocusable] = useState(0);

  /** Arrow keys move between headings, so that Tab reaches the rows sooner. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (focusable + step + columns.length) % columns.length;
    setFocusable(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <thead className={styles['head']}>
      <tr className={styles['heads']} onKeyDown={press}>
        <th scope="col">
          <span className="unseen">{texts.selectColumn()}</span>
        </th>
        {columns.map((column, index) => (
          <Heading
            key={column.ascending}
            column={column}
            sort={sort}
            onSort={onSort}
            isFocusable={index === focusable}
            onFocus={() => setFocusable(index)}
          />
        ))}
        <th scope="col">
          <span className="unseen">{texts.actionsColumn()}</span>
        </th>
      </tr>
    </thead>
  );
}

function Heading({
  column: { title, ascending, descending, isDescendingFirst = false, className },
  sort,
  onSort,
  isFocusable,
  onFocus,
}: {
  column: Column;
  sort: JobsSort;
  onSort: (sort: JobsSort) => void;
  /** True for the one heading in the tab order. */
  isFocusable: boolean;
  onFocus: () => void;
}) {
  const direction = sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined;
  const [first, second] = isDescendingFirst ? [descending, ascending] : [ascending, descending];
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button
        type="button"
        className={styles['heading']}
        tabIndex={isFocusable ? 0 : -1}
        onFocus={onFocus}
        onClick={() => onSort(sort === first ? second : first)}
      >
        {title()}
        {direction !== undefined && (
          <Icon shape={direction === 'ascending' ? IconArrowUp : IconArrowDown} size={14} />
        )}
      </button>
    </th>
  );
}
