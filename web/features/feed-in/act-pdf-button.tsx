import { feedInPdf } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showPeriod } from '#web/lib/format.ts';
import { text } from './text.ts';

/** Keeps the paper of an act. */
export function ActPdfButton({ account, period }: { account: string; period: string }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { period: showPeriod(period) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(feedInPdf, { account, period })}
    />
  );
}
