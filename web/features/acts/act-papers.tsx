import { actPdf } from '#contract/acts.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import type { Act } from './act-types.ts';
import { text } from './text.ts';

/** Keeps the papers that an act has by now. */
export function ActPapers({ account, act }: { account: string; act: Act }) {
  const { actNumber, files } = act;
  return (
    <DownloadButtons
      label={formatText(text.files, { number: actNumber })}
      labels={Object.fromEntries(files.map((kind) => [kind, text.papers[kind]])) as typeof text.papers}
      busyLabel={text.fileBusy}
      download={(kind) => downloadFile(actPdf, { account, actNumber, kind })}
    />
  );
}
