import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ConversationFileData, isDownloadable, type ticketFile } from '#contract/conversations.ts';
import type { deskFile } from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { Button } from '#web/ui/button.tsx';
import { download } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { downloadFile, saveFile } from '../api.ts';
import { accountCallKey } from '../query/account-query.ts';
import styles from './files.module.css';
import { text } from './text.ts';

function sizeWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024
    ? formatText(text.kilobytes, { n: kilobytes })
    : formatText(text.megabytes, { n: (kilobytes / 1024).toFixed(1).replace('.', ',') });
}

function stateWords(file: ConversationFileData): string {
  if (file.scan === 'infected') return text.fileInfected;
  if (!isDownloadable(file)) return text.fileChecking;
  const size = sizeWords(file.bytes);
  return file.scan === 'notScanned' ? formatText(text.fileNotScanned, { size }) : size;
}

interface FileListProps {
  /** Gives the bytes of a file. */
  call: typeof ticketFile | typeof deskFile;
  account: string;
  files: readonly ConversationFileData[];
}

interface FileProps extends Pick<FileListProps, 'call' | 'account'> {
  file: ConversationFileData;
}

/** A picture that the server has written anew; whatever else there is, is only downloaded. */
function Picture({ call, account, file }: FileProps) {
  const { data: blob } = useQuery({
    queryKey: accountCallKey(account, call.path, { fileId: file.id }),
    queryFn: async () => {
      const loaded = await downloadFile(call, { account, fileId: file.id });
      return loaded.ok ? loaded.data.blob : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address ? <img className={styles.picture} src={address} alt={file.name} /> : null;
}

/** Files of a message, to be looked at and kept. */
export function FileList({ call, account, files }: FileListProps) {
  if (files.length === 0) return null;
  const keep = async (file: ConversationFileData) => {
    const loaded = await downloadFile(call, { account, fileId: file.id });
    if (loaded.ok) saveFile(loaded.data);
    else showTip('bad', `${text.fileFailed} ${loaded.failure.message}`);
  };
  return (
    <ul className={styles.files} aria-label={text.files}>
      {files.map((file) => (
        <li key={file.id}>
          {file.kind === 'image' && isDownloadable(file) && (
            <Picture call={call} account={account} file={file} />
          )}
          {isDownloadable(file) ? (
            <Button
              kind="plain"
              aria-label={formatText(text.openFile, { name: file.name })}
              onClick={() => void keep(file)}
            >
              <Icon drawing={download} size={16} />
              <span className={styles.fileName}>{file.name}</span>
            </Button>
          ) : (
            <span className={styles.fileName}>{file.name}</span>
          )}
          <span className={styles.quiet}>{stateWords(file)}</span>
        </li>
      ))}
    </ul>
  );
}
