import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why something was not done; announced as soon as it is there. */
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
