import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

/** The first bill; or no bill a year ago, but one before this. */
export function NothingToCompare(props: { hasPrevious: boolean; onPrevious: () => void }) {
  const { hasPrevious, onPrevious } = props;
  return (
    <Notice
      kind="info"
      title={text.noneTitle}
      live="status"
      actions={hasPrevious && <Button onClick={onPrevious}>{text.comparePrevious}</Button>}
    >
      {hasPrevious ? text.noLastYear : text.first}
    </Notice>
  );
}
