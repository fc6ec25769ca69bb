import { useState } from 'react';
import { FileButtons } from '#web/ui/file-buttons.tsx';
import { type ApiResult, saveFile } from '../api.ts';
import { useOnline } from '../use-online.ts';

interface DownloadButtonsProps<Format extends string> {
  /** What is kept, for screen readers: the name of the group. */
  label: string;
  /** A button for each format, in this order. */
  labels: Readonly<Record<Format, string>>;
  /** Stands on the pressed button while the file is made. */
  busyLabel: string;
  /** Has the server make the file; the words of its progress follow those of the pressed button. */
  download: (
    format: Format,
    onProgress: (words: string) => void,
  ) => Promise<ApiResult<{ blob: Blob; name: string }>>;
}

/** Keeps files that the server makes, so they wait for the network. */
export function DownloadButtons<Format extends string>({
  download,
  busyLabel,
  ...words
}: DownloadButtonsProps<Format>) {
  const isOnline = useOnline();
  const [progress, setProgress] = useState('');
  return (
    <FileButtons
      {...words}
      busyLabel={`${busyLabel}${progress}`}
      disabled={!isOnline}
      onPick={async (format) => {
        setProgress('');
        const file = await download(format, setProgress);
        if (!file.ok) return file.failure.message;
        saveFile(file.data);
        return undefined;
      }}
    />
  );
}
