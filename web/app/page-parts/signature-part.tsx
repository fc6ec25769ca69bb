import { useCallback, useEffect, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import type { Signable } from '#web/features/signatures/api.ts';
import { text } from '#web/features/signatures/text.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';

const panel = chunk(() => import('#web/features/signatures/signature-panel.tsx'));
const dialog = chunk(() => import('#web/features/signatures/signature-dialog.tsx'));

interface SignaturePartProps extends Signable {
  /** When false, its place is held and its code is not asked for yet. */
  isDue?: boolean;
}

/** Who has signed a document of an account, and the dialog that signs it; only for roles that may read or sign documents. */
export function SignaturePart({ isDue = true, ...signable }: SignaturePartProps) {
  const maySee = useMay('documents', 'read');
  const maySign = useMay('signing', 'change');
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!maySee) return null;
  return (
    <>
      <ChunkPart chunk={panel} isDue={isDue} failedTitle={text.partFailed} waiting={<Skeleton />}>
        {({ SignaturePanel }) => (
          <SignaturePanel
            {...signable}
            signButton={
              maySign && (
                <Row gap="1">
                  <Button data-changes onClick={() => setOpen(true)}>
                    {text.sign}
                  </Button>
                </Row>
              )
            }
          />
        )}
      </ChunkPart>
      <LoadedDialog {...signable} open={isOpen} onClose={close} />
    </>
  );
}

interface LoadedDialogProps extends Signable {
  open: boolean;
  onClose: () => void;
}

/** The code of the dialog loads when it is opened. */
function LoadedDialog({ open, onClose, ...signable }: LoadedDialogProps) {
  const [module, setModule] = useState(dialog.known);
  useEffect(() => {
    if (!open || module) return;
    let isShown = true;
    dialog.load().then(
      (come) => isShown && setModule(() => come),
      () => {
        if (!isShown) return;
        showTip('bad', commonMessages['common.network']);
        onClose();
      },
    );
    return () => {
      isShown = false;
    };
  }, [module, open, onClose]);
  return module ? <module.SignatureDialog {...signable} open={open} onClose={onClose} /> : null;
}
