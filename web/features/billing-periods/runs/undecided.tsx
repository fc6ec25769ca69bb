import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ClosingPlanData, ClosingRunData } from '#contract/values/billing-period.ts';
import { showKwh, showSum } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

interface UndecidedProps {
  undecided: ClosingPlanData['undecided'];
  /** What the latest dry run charges in their place; null: it knows nothing of them. */
  instead: NonNullable<ClosingRunData['totals']>['undecided'];
  /** To where they are decided. */
  link: ReactNode;
}

/** The readings of the month that no operator has decided: what they say, and what is charged in their place. */
export function Undecided({
  undecided: { readings, accounts, customers, kwh },
  instead,
  link,
}: UndecidedProps) {
  return (
    <Notice kind="warn" title={formatText(text.undecidedTitle, { n: readings })}>
      {formatText(text.undecided, { accounts, customers, given: showKwh(kwh) })}{' '}
      {instead?.readings === readings &&
        formatText(text.undecidedInstead, { kwh: showKwh(instead.kwh), sum: showSum(instead.charged) })}{' '}
      {link}
    </Notice>
  );
}
