import { ButtonLink } from '#components/ui/button-link';
import styles from '#components/shell/section.module.css';

/** A link to another page of a list; without `href` it isn't shown. */
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
            <ButtonLink key={label} href={href}>
              {label}
            </ButtonLink>
          ),
      )}
    </nav>
  );
}
