import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { signedOut } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tips.ts';
import { sendSessionsEnd, sessionsQuery } from './api.ts';
import { text } from './text.ts';

interface EndSessionsDialogProps {
  open: boolean;
  /** There are sessions beside this one. */
  hasOthers: boolean;
  onClose: () => void;
  onLeft: () => Promise<void>;
}

type Choice = 'all' | 'others';

/** Asks before all sessions end: with this one, or without it. */
export function EndSessionsDialog({ open, hasOthers, onClose, onLeft }: EndSessionsDialogProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Choice>();
  const [failure, setFailure] = useState('');

  const end = async (choice: Choice) => {
    if (busy) return;
    setFailure('');
    setBusy(choice);
    const result = await sendSessionsEnd(choice === 'others');
    setBusy(undefined);
    if (!result.ok) return setFailure(result.failure.message);
    onClose();
    if (choice === 'others') {
      showTip('good', formatText(text.endedOthers, { count: result.data.ended }));
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
    signedOut();
    // Forgotten only when nothing shows it any more: what is shown would be asked for again, by nobody.
    await onLeft();
    client.clear();
  };
  const press = (choice: Choice) => () => {
    end(choice).catch(() => undefined);
  };

  return (
    <Dialog
      open={open}
      title={text.endAllTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy === 'all'} onClick={press('all')}>
            {text.endAll}
          </Button>
          {hasOthers && (
            <Button busy={busy === 'others'} onClick={press('others')}>
              {text.endOthers}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <p>{text.endAllText}</p>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}
