import { ButtonLink } from '#components/ui/button-link';
import * as texts from '#messages/operator';
import styles from '#components/shell/section.module.css';

/** Where the first and the next page of a list are; undefined on the first and the last one. */
export interface PageLinks {
  first: string | undefined;
  next: string | undefined;
}

/** Links to the other pages of a list; nothing where all of it is on one. */
export function Pager({ first, next }: PageLinks) {
  if (first === undefined && next === undefined) return null;
  return (
    <nav className={styles['pages']} aria-label={texts.pages()}>
      {first !== undefined && (
        <ButtonLink href={first} look="default">
          {texts.firstPage()}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink href={next} look="default">
          {texts.nextPage()}
        </ButtonLink>
      )}
    </nav>
  );
}
