import { documentFile } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showMonths } from '#web/lib/document-work.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import type { ActData } from './act-types.ts';
import { text } from './text.ts';

/** Keeps the paper of an act. */
export function ActPdfButton({ account, act }: { account: string; act: ActData }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { months: showMonths(act) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(documentFile, { account, documentId: act.documentId })}
    />
  );
}
