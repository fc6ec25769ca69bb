import { useState } from 'react';
import { startViewing } from '#contract/identity/viewings.ts';
import { callApi } from '#web/lib/api.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { type FactorProof, FactorStep } from '#web/lib/second-factor/factor-step.tsx';
import { showViewing } from '#web/session/viewing/viewing-tab.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { text } from './text.ts';

const fields: readonly FormField[] = [
  {
    name: 'reason',
    wanted: text.wanted,
    read: (typed) => typed.trim(),
    check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
    show: (control) => (
      <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
    ),
  },
];

/** A button that asks for the reason and opens the cabinet of a customer in a tab of its own, to be read only. */
export function StartViewing({ customerId }: { customerId: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  async function open(reason: string, proof: FactorProof) {
    // Opened by the press itself: later the browser would block it.
    const tab = window.open('about:blank', '_blank');
    if (!tab) {
      showTip('bad', text.blocked);
      return undefined;
    }
    const result = await callApi(startViewing, { customerId, reason, ...proof });
    if (!result.ok) {
      tab.close();
      return result.failure;
    }
    showViewing(tab, result.data);
    close();
    return undefined;
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.start}</Button>
      <Dialog open={isOpen} title={text.title} closeLabel={text.close} onClose={close}>
        {isOpen && (
          <Stack gap="2">
            <Text>{text.lead}</Text>
            <FactorStep
              fields={fields}
              problems={text.summary}
              submit={text.open}
              busy={text.opening}
              kind="ink"
              takesFocus
              send={(value, proof) => open(value('reason'), proof)}
              actions={withCancel(text.cancel, close)}
            />
          </Stack>
        )}
      </Dialog>
    </>
  );
}
