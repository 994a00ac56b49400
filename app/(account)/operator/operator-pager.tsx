import { Pager, type PageLinks } from '#components/shell/pager';
import * as texts from '#messages/operator';

/** Links to the other pages of an operator's list. */
export function OperatorPager(links: PageLinks) {
  return (
    <Pager label={texts.pages()} links={links} firstLabel={texts.firstPage()} nextLabel={texts.nextPage()} />
  );
}
