import type { createElement } from 'react';

/** The system that Swagger UI passes to a plugin, with its own React. */
interface SwaggerSystem {
  React: { createElement: typeof createElement };
}

/** A Swagger UI plugin that shows an operation's path as text: its link can't be reached by keyboard. */
export const plainPaths = ({ React }: SwaggerSystem) => ({
  components: {
    DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text),
  },
});

/** Gives Swagger UI's headings, fields and landmarks what assistive technology needs. Returns an unsubscribe function. */
export function keepAccessible(root: HTMLElement): () => void {
  const observer = new MutationObserver(() => mend(root));
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function mend(root: HTMLElement): void {
  for (const heading of root.querySelectorAll('h3, h4, h5, h6')) {
    heading.setAttribute('aria-level', heading.matches('h3, .models > h4') ? '2' : '3');
  }
  root.querySelector('main')?.setAttribute('role', 'group');
  for (const table of root.querySelectorAll('table[role="region"]')) table.removeAttribute('role');

  for (const servers of root.querySelectorAll('#servers')) {
    nameBy(servers, servers.closest('.schemes-server-container')?.querySelector('.servers-title'));
  }
  for (const examples of root.querySelectorAll('.examples-select-element')) {
    const ofResponse = examples.closest('.response-control-examples');
    nameBy(
      examples,
      ofResponse?.querySelector('.response-control-examples__title') ?? examples.previousElementSibling,
    );
  }
  for (const body of root.querySelectorAll('.body-param__text')) {
    nameBy(body, body.closest('.opblock-section')?.querySelector('.opblock-title'));
  }
  // A line of an example may be longer than its box, which then scrolls: by keyboard, too.
  for (const example of root.querySelectorAll<HTMLElement>('pre.example')) example.tabIndex = 0;
}

let labels = 0;

function nameBy(field: Element, label: Element | null | undefined): void {
  if (label === null || label === undefined) return;
  label.id ||= `reference-label-${labels++}`;
  field.setAttribute('aria-labelledby', label.id);
}
