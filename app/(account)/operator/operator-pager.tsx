import { Pager } from '#components/shell/pager';
import * as texts from '#messages/operator';

/** Links to a list's first and next page; undefined on the first and the last one. */
export interface PageLinks {
  first: string | undefined;
  next: string | undefined;
}

/** Links to the other pages of an operator's list. */
export function OperatorPager({ first, next }: PageLinks) {
  return (
    <Pager
      label={texts.pages()}
      pages={[
        { href: first, label: texts.firstPage() },
        { href: next, label: texts.nextPage() },
      ]}
    />
  );
}
