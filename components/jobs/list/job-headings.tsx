import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { Icon } from '#components/ui/icon';
import * as texts from '#messages/transcripts';
import type { JobsSort } from './job-sorts';
import styles from './job-list.module.css';

/** A column that the list can be sorted by. The first of its orders is that of the first click. */
interface Column {
  title: () => string;
  orders: ReadonlyArray<{ sort: JobsSort; direction: 'ascending' | 'descending' }>;
  className?: string | undefined;
}

const columns: readonly Column[] = [
  {
    title: texts.name,
    orders: [
      { sort: 'name', direction: 'ascending' },
      { sort: 'name_desc', direction: 'descending' },
    ],
  },
  {
    title: texts.status,
    orders: [
      { sort: 'status', direction: 'ascending' },
      { sort: 'status_desc', direction: 'descending' },
    ],
  },
  {
    title: texts.duration,
    orders: [
      { sort: 'longest', direction: 'descending' },
      { sort: 'shortest', direction: 'ascending' },
    ],
    className: styles['length'],
  },
  {
    title: texts.submitted,
    orders: [
      { sort: 'newest', direction: 'descending' },
      { sort: 'oldest', direction: 'ascending' },
    ],
  },
  {
    title: texts.edited,
    orders: [
      { sort: 'edited', direction: 'descending' },
      { sort: 'edited_asc', direction: 'ascending' },
    ],
  },
];

/** The headings of the list, each with a button that sorts by its column, and the other way around at the next click. */
export function JobHeadings({ sort, onSort }: { sort: JobsSort; onSort: (sort: JobsSort) => void }) {
  const [focusable, setFocusable] = useState(0);

  /** The arrow keys lead from one heading to the next: rows are a few presses of Tab away. */
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
          <span className={styles['label']}>{texts.selectColumn()}</span>
        </th>
        {columns.map((column, index) => (
          <Heading
            key={column.orders[0]?.sort}
            column={column}
            sort={sort}
            onSort={onSort}
            isFocusable={index === focusable}
            onFocus={() => setFocusable(index)}
          />
        ))}
        <th scope="col">
          <span className={styles['label']}>{texts.actionsColumn()}</span>
        </th>
      </tr>
    </thead>
  );
}

function Heading({
  column: { title, orders, className },
  sort,
  onSort,
  isFocusable,
  onFocus,
}: {
  column: Column;
  sort: JobsSort;
  onSort: (sort: JobsSort) => void;
  /** True for the one heading that Tab leads to. */
  isFocusable: boolean;
  onFocus: () => void;
}) {
  const current = orders.find((order) => order.sort === sort);
  const next = orders.find((order) => order.sort !== sort) ?? orders[0];
  return (
    <th scope="col" aria-sort={current?.direction} className={className}>
      <button
        type="button"
        className={styles['heading']}
        tabIndex={isFocusable ? 0 : -1}
        onFocus={onFocus}
        onClick={() => {
          if (next !== undefined) onSort(next.sort);
        }}
      >
        {title()}
        {current !== undefined && (
          <Icon shape={current.direction === 'ascending' ? IconArrowUp : IconArrowDown} size={14} />
        )}
      </button>
    </th>
  );
}
