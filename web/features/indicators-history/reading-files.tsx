import { formatText } from '#contract/messages/format-text.ts';
import { exportReadings } from '#contract/readings.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showNumber } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { ListHead } from '#web/ui/list-head.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import type { ReadingFilter } from './reading-filter.ts';
import { text } from './text.ts';

/** The server puts no more rows into one file; a reading is three at most. */
const mostReadings = 10_000 / 3;

interface ReadingFilesProps {
  account: string;
  filter: ReadingFilter;
  count: number;
}

/** How many readings the filter has, and the same as a file. */
export function ReadingFiles({ account, filter, count }: ReadingFilesProps) {
  const isOnline = useOnline();
  const hint = isOnline ? count > mostReadings && text.filesCut : text.filesWait;
  return (
    <ListHead
      name={text.found}
      figure={<MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />}
      hint={hint || undefined}
    >
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={(format) => downloadFile(exportReadings, { account, ...filter, format })}
      />
    </ListHead>
  );
}
