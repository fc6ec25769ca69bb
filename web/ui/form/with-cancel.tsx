import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout/stack.tsx';

/** `actions` of a form that may be left: its own button, and one beside it that closes it. */
export function withCancel(label: string, onCancel: () => void): (button: ReactNode) => ReactNode {
  return (button) => (
    <Row gap="1">
      {button}
      <Button kind="plain" onClick={onCancel}>
        {label}
      </Button>
    </Row>
  );
}
