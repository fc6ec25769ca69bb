import { useRef } from 'react';
import { correctLedger } from '#contract/ledger.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { LedgerEntryData } from '#contract/values/ledger-entry.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { showPeriod, showSum } from '#web/lib/format.ts';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { reasonField } from './reason-field.tsx';
import { text } from './text.ts';

const words = text.account.ledger;

interface ReverseEntryProps {
  account: string;
  entry: LedgerEntryData;
  /** The ledger may be another one than that which is shown. */
  onChanged: () => void;
  onClose: () => void;
}

/** Takes an entry of the ledger back by one against it; above the limit of the role another administrator has to confirm it. */
export function ReverseEntry({ account, entry, onChanged, onClose }: ReverseEntryProps) {
  const attempt = useRef<Attempt>(undefined);
  const { entryId, kind, period, sum } = entry;
  const send = async (value: TypedValues) => {
    const what = { kind: 'reverse' as const, entryId };
    const asked = { account, what, reason: value(reasonField.name) };
    attempt.current = attemptFor(attempt.current, asked, deviceNow());
    const result = await callApi(correctLedger, { ...asked, requestId: attempt.current.requestId });
    onChanged();
    if (!result.ok) return result.failure;
    onClose();
    showTip('good', result.data.outcome === 'booked' ? words.reversed : words.reverseWaits);
    return undefined;
  };
  const isLess = !sum.startsWith('-');
  return (
    <Dialog open title={words.reverseTitle} closeLabel={text.close} onClose={onClose}>
      <Stack gap="2">
        <Text isStrong>
          {formatText(isLess ? words.reverseLess : words.reverseMore, {
            what: words.kinds[kind],
            period: showPeriod(period),
            sum: showSum(sum.replace('-', '')),
          })}
        </Text>
        <Text>{words.reverseHint}</Text>
        <FormStep
          fields={[reasonField]}
          problems={text.problems}
          submit={words.reverse}
          busy={text.busy}
          kind="danger"
          takesFocus
          send={send}
          actions={withCancel(text.cancel, onClose)}
        />
      </Stack>
    </Dialog>
  );
}
