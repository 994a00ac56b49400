'use client';

import 'swagger-ui-dist/swagger-ui.css';
import './api-reference.css';
import { Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#messages/api-reference';
import { keepAccessible, plainPaths } from './keep-accessible';

/** The operations of the OpenAPI document at `path`, to read and to try with a key that is not stored. */
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
    // A reader may have come by another address than BASE_URL, and may ask only the one that the page is from.
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
