import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

/** An error message, announced when it appears. */
export function ErrorAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children !== undefined && (
        <Alert color="red" variant="light" role="presentation" py="xs">
          {children}
        </Alert>
      )}
    </div>
  );
}
