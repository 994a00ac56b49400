'use client';

import 'swagger-ui-dist/swagger-ui.css';
import './api-reference.css';
import { Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState, type createElement } from 'react';
import * as texts from '#messages/api-reference';

/** The operations of the OpenAPI document at `path`, to read, or to try with a key that isn't stored. */
export function ApiReference({ path }: { path: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useDarkMode();

  useEffect(() => {
    const domNode = container.current;
    if (domNode === null) return;
    const end = keepAccessible(domNode);
    draw(domNode, path).then(
      () => setState('shown'),
      () => setState('failed'),
    );
    return end;
  }, [path]);

  return (
    <>
      {state === 'loading' && <Text c="dimmed">{texts.loading()}</Text>}
      {state === 'failed' && <Text role="alert">{texts.failed()}</Text>}
      <div ref={container} className="reference" />
    </>
  );
}

async function draw(domNode: HTMLElement, path: string): Promise<void> {
  const [{ default: SwaggerUI }, response] = await Promise.all([
    import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    fetch(path),
  ]);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const document = (await response.json()) as object;
  SwaggerUI({
    domNode,
    // The page's own origin, which may differ from BASE_URL, is the only one that it may send requests to.
    spec: { ...document, servers: [{ url: new URL('/v1', location.href).href }] },
    validatorUrl: null,
    persistAuthorization: false,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    plugins: [plainPaths],
  });
}

/** Swagger UI is dark when the root element has this class. */
function useDarkMode(): void {
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark-mode', isDark);
    return () => root.classList.remove('dark-mode');
  }, [isDark]);
}

/** The system object that Swagger UI passes to plugins, with its own React. */
interface SwaggerSystem {
  React: { createElement: typeof createElement };
}

/** A Swagger UI plugin that renders an operation's path as text: its link isn't accessible by keyboard. */
const plainPaths = ({ React }: SwaggerSystem) => ({
  components: {
    DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text),
  },
});

/** Makes Swagger UI's headings, fields and landmarks accessible. Returns an unsubscribe function. */
function keepAccessible(root: HTMLElement): () => void {
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
  // Makes examples with long lines scrollable by keyboard.
  for (const example of root.querySelectorAll<HTMLElement>('pre.example')) example.tabIndex = 0;
}

let labels = 0;

function nameBy(field: Element, label: Element | null | undefined): void {
  if (label === null || label === undefined) return;
  label.id ||= `reference-label-${labels++}`;
  field.setAttribute('aria-labelledby', label.id);
}
