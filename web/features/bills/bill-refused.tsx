import type { ReactNode } from 'react';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { askCallCentre } from '#web/lib/ask-call-centre.ts';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

interface BillRefusedProps {
  failure: ApiFailure;
  /** The phones of the contact centre, to be pressed. */
  phones: ReactNode;
  /** Where one goes on. */
  links: ReactNode;
}

/** Why there is no bill of a month; whose sum the contact centre says is told whom to call. */
export function BillRefused({ failure, phones, links }: BillRefusedProps) {
  if (failure.code !== 'billing.invoiceByCallCentre') {
    return (
      <Notice kind="info" title={text.none} actions={links}>
        {failure.message}
      </Notice>
    );
  }
  return (
    <Notice kind="info" title={text.callCentre} actions={links}>
      <p>{askCallCentre}</p>
      {phones}
    </Notice>
  );
}
