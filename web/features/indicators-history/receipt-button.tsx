import { formatText } from '#contract/messages/format-text.ts';
import { readingReceipt } from '#contract/readings.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { text } from './text.ts';
import type { WholeReading } from './whole-readings.ts';

/** Whether the receipt of a reading can be kept: the customer gave it, and it stands or is being checked. */
export function hasReceipt({ receiptNumber, registers }: WholeReading): boolean {
  return (
    receiptNumber !== null && registers.some(({ state }) => state === 'accepted' || state === 'underReview')
  );
}

/** Keeps the receipt of a reading as PDF. */
export function ReceiptButton({ account, number }: { account: string; number: string }) {
  return (
    <DownloadButtons
      label={formatText(text.receiptName, { number })}
      labels={{ pdf: text.receiptPdf }}
      busyLabel={text.receiptBusy}
      download={() => downloadFile(readingReceipt, { account, receiptNumber: number })}
    />
  );
}
