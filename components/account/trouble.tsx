import { Alert } from '@mantine/core';

/** Why something was not done; announced as soon as it is there. */
export function Trouble({ children }: { children: string | undefined }) {
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
