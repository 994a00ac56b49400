import { ButtonLink } from '#components/ui/button-link';
import styles from '#components/shell/section.module.css';

/** Where another page of a list is, and what it is called; without `href` it is not offered. */
export interface PageLink {
  href: string | undefined;
  label: string;
}

/** Links to the other pages of a list; nothing where all of it is on one. */
export function Pager({ label, pages }: { label: string; pages: PageLink[] }) {
  if (pages.every(({ href }) => href === undefined)) return null;
  return (
    <nav className={styles['pages']} aria-label={label}>
      {pages.map(
        ({ href, label }) =>
          href !== undefined && (
            <ButtonLink key={label} href={href} look="default">
              {label}
            </ButtonLink>
          ),
      )}
    </nav>
  );
}
