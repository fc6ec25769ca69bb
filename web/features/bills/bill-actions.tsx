import { useState } from 'react';
import { billPdf } from '#contract/bills.ts';
import { downloadFile, saveFile } from '#web/lib/api.ts';
import { isSomeMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { download } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './bill-actions.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

interface BillActionsProps {
  bill: BillData;
  onPay: (() => void) | undefined;
}

/** Pay, keep as PDF, print. */
export function BillActions({ bill, onPay }: BillActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const keep = async () => {
    setBusy(true);
    setFailure(undefined);
    const file = await downloadFile(billPdf, { account: bill.customer.account, period: bill.period });
    setBusy(false);
    if (file.ok) saveFile(file.data);
    else setFailure(file.failure.message);
  };
  const isOwed = bill.due !== null && isSomeMoney(bill.due.sum);
  return (
    <div className={styles.actions}>
      {onPay && (
        <Button kind={isOwed ? 'lamp' : 'quiet'} onClick={onPay}>
          {text.pay}
        </Button>
      )}
      <Button busy={isBusy} onClick={() => void keep()}>
        <Icon drawing={download} />
        {isBusy ? text.pdfBusy : text.pdf}
      </Button>
      <Button kind="plain" onClick={() => window.print()}>
        {text.print}
      </Button>
      {failure && (
        <Notice kind="bad" live="alert" title={text.pdfFailed}>
          {failure}
        </Notice>
      )}
    </div>
  );
}
