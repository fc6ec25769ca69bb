import { useId, useRef, useState } from 'react';
import { type ConversationFileData, fileFormats, maxFileMb, maxFiles } from '#contract/conversations.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { plus } from '#web/ui/icons.ts';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { ApiResult } from '../api.ts';
import { newRequestId } from '../request-id.ts';
import styles from './files.module.css';
import { text } from './text.ts';

const accept = '.jpg,.jpeg,.png,.webp,.pdf,.xlsx,.xls,.docx,.doc,.p7s';
const maxBytes = maxFileMb * 1024 * 1024;

interface FilesFieldProps {
  /** Sends a file; it then waits for the message that names it. */
  upload: (
    file: File,
    named: { readonly name: string; readonly requestId: string },
  ) => Promise<ApiResult<{ file: ConversationFileData }>>;
  files: readonly ConversationFileData[];
  onChange: (files: readonly ConversationFileData[]) => void;
}

/** Files of a message: each is sent as it is chosen, so that the message itself goes at once. */
export function FilesField({ upload, files, onChange }: FilesFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function add(chosen: readonly File[]) {
    setBusy(true);
    setProblem(undefined);
    let added = files;
    for (const file of chosen) {
      if (added.length >= maxFiles) {
        setProblem(formatMessage('support.tooManyFiles', { n: maxFiles }));
        break;
      }
      // Not sent only to be refused.
      if (file.size > maxBytes) {
        setProblem(formatMessage('support.fileRefused', { types: fileFormats, size: maxFileMb }));
        continue;
      }
      const name = file.name.slice(-160) || 'file';
      const sent = await upload(file, { name, requestId: newRequestId() });
      if (sent.ok) added = [...added, sent.data.file];
      else setProblem(sent.failure.message);
    }
    onChange(added);
    setBusy(false);
  }

  return (
    <Stack gap="1">
      <Text isStrong>{text.files}</Text>
      <Text tone="quiet" size="s" id={`${id}-hint`}>
        {formatText(text.filesHint, { n: maxFiles, size: maxFileMb, types: fileFormats })}
      </Text>
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.id}>
              <span className={styles.fileName}>{file.name}</span>
              <Button
                kind="plain"
                aria-label={formatText(text.removeFile, { name: file.name })}
                onClick={() => {
                  onChange(files.filter((one) => one !== file));
                  input.current?.focus();
                }}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Row gap="1">
        <input
          ref={input}
          id={id}
          className={styles.fileInput}
          type="file"
          multiple
          accept={accept}
          aria-describedby={`${id}-hint`}
          disabled={isBusy || files.length >= maxFiles}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            event.target.value = '';
            void add(chosen);
          }}
        />
        <label htmlFor={id} className={buttonClass('quiet')}>
          <Icon drawing={plus} />
          {isBusy ? text.uploading : text.addFile}
        </label>
      </Row>
    </Stack>
  );
}
