import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface FailedPartProps {
  /** What could not be shown. */
  title: string;
  /** Why, in the words of the answer. */
  message: string;
  retryLabel: string;
  retrying: boolean;
  onRetry: () => void;
}

/** A part of a page that failed: says what and why, and offers to try again; the rest of the page stays. */
export function FailedPart({ title, message, retryLabel, retrying, onRetry }: FailedPartProps) {
  return (
    <Notice
      kind="bad"
      title={title}
      live="status"
      actions={
        <Button busy={retrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      {message}
    </Notice>
  );
}
