import { documentFile } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { type DocumentData, showMonths } from '#web/lib/document-work.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { text } from './text.ts';

/** Keeps the paper of an act. */
export function ActPdfButton({ account, act }: { account: string; act: DocumentData }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { months: showMonths(act) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(documentFile, { account, documentId: act.documentId })}
    />
  );
}
