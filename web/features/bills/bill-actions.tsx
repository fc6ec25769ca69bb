import { useState } from 'react';
import { billPdf } from '#contract/bills.ts';
import { bankAppLinks } from '#domain/payments/bank-app-links.ts';
import { downloadFile, saveFile, showFile } from '#web/lib/api.ts';
import { isSomeMoney } from '#web/lib/format.ts';
import { BankApps } from '#web/lib/payment-code/bank-apps.tsx';
import { text as codeText } from '#web/lib/payment-code/payment-code-text.ts';
import { Button } from '#web/ui/button.tsx';
import { OffPhone, OnPhone } from '#web/ui/layout/device.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './bill-actions.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

interface BillActionsProps {
  bill: BillData;
  onPay: (() => void) | undefined;
}

/** The actions of a bill: pay, on a phone also in the app of a bank, save as PDF, on a desk print the same PDF. */
export function BillActions({ bill, onPay }: BillActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const load = async (use: (file: { blob: Blob; name: string }) => void) => {
    setBusy(true);
    setFailure(undefined);
    const file = await downloadFile(billPdf, { account: bill.customer.account, period: bill.period });
    setBusy(false);
    if (file.ok) use(file.data);
    else setFailure(file.failure.message);
    return file.ok;
  };
  const print = async () => {
    // Opened before the first await, else the browser blocks the window.
    const view = window.open('', '_blank');
    const isLoaded = await load((file) => (view ? showFile(view, file.blob) : saveFile(file)));
    if (!isLoaded) view?.close();
  };
  // A phone cannot scan its own screen.
  const apps = bill.qr === null ? [] : bankAppLinks(bill.qr);
  const isOwed = bill.due !== null && isSomeMoney(bill.due.sum);
  return (
    <div className={styles.actions}>
      {onPay && isOwed && (
        <Button kind="lamp" onClick={onPay}>
          {text.pay}
        </Button>
      )}
      {apps.length > 0 && isOwed && (
        <OnPhone>
          <Disclosure summary={codeText.openApp}>
            <BankApps apps={apps} />
          </Disclosure>
        </OnPhone>
      )}
      <Button busy={isBusy} onClick={() => void load(saveFile)}>
        {isBusy ? text.pdfBusy : text.pdf}
      </Button>
      <OffPhone>
        <Button kind="plain" onClick={() => void print()}>
          {text.print}
        </Button>
      </OffPhone>
      {onPay && !isOwed && (
        <Disclosure summary={text.more}>
          <Button onClick={onPay}>{text.payAhead}</Button>
        </Disclosure>
      )}
      {failure && (
        <Notice kind="bad" live="alert" title={text.pdfFailed}>
          {failure}
        </Notice>
      )}
    </div>
  );
}
