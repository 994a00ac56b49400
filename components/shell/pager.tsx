import { ButtonLink } from '#components/ui/link';
import * as commonTexts from '#messages/common';
import styles from '#components/shell/section.module.css';

/** Links to a list's first and next page; undefined on the first and the last page. */
export interface PageLinks {
  first: string | undefined;
  next: string | undefined;
}

/** Links to other pages of a list, by default newest first. Renders nothing if there is only one page. */
export function Pager({
  label,
  links: { first, next },
  firstLabel = commonTexts.newest(),
  nextLabel = commonTexts.older(),
}: {
  label: string;
  links: PageLinks;
  firstLabel?: string;
  nextLabel?: string;
}) {
  if (first === undefined && next === undefined) return null;
  return (
    <nav className={styles['pages']} aria-label={label}>
      {first !== undefined && <ButtonLink href={first}>{firstLabel}</ButtonLink>}
      {next !== undefined && <ButtonLink href={next}>{nextLabel}</ButtonLink>}
    </nav>
  );
}
