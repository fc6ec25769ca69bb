import { useId, useRef, useState } from 'react';
import { type ConversationFileData, fileFormats, maxFileMb, maxFiles } from '#contract/conversations.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { plus } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { ApiResult } from '../api.ts';
import { newRequestId } from '../request-id.ts';
import { FileInput } from './file-input.tsx';
import styles from './files.module.css';
import { isHeic, reducePicture } from './reduce-picture.ts';
import { text } from './text.ts';

/** Endings of the files that are taken. */
export const acceptedFiles = '.jpg,.jpeg,.png,.webp,.pdf,.xlsx,.xls,.docx,.doc,.p7s,.asice';
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

/** Whether the server may take a file for a picture; it decides by content. */
const isPicture = ({ type, name }: File) => type.startsWith('image/') || /\.(heic|heif)$/i.test(name);

/** A picture reduced, any other file as it is; null for an HEIC photo that the browser can't decode. */
async function toSendable(file: File): Promise<File | null> {
  if (!isPicture(file)) return file;
  const reduced = await reducePicture(file);
  if (reduced) return new File([reduced], file.name, { type: reduced.type });
  return (await isHeic(file)) ? null : file;
}

/** Sends files as they are chosen, so that the message itself goes at once. */
export function useFiles({ upload, files, onChange }: FilesFieldProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Answers what is sent now, with the file that each was. */
  async function add(chosen: readonly File[]): Promise<ReadonlyMap<string, File>> {
    setBusy(true);
    setProblem(undefined);
    const problems: string[] = [];
    const refuse = ({ name }: File, why: string) =>
      problems.push(chosen.length > 1 ? formatText(text.fileProblem, { name, why }) : why);
    let added = files;
    const sentFiles = new Map<string, File>();
    for (const file of chosen) {
      if (added.length >= maxFiles) {
        problems.push(formatMessage('support.tooManyFiles', { n: maxFiles }));
        break;
      }
      const sendable = await toSendable(file);
      if (!sendable) {
        refuse(file, readingMessages['readings.photoHeic']);
        continue;
      }
      // Not sent only to be refused.
      if (sendable.size > maxBytes) {
        refuse(file, formatMessage('support.fileRefused', { types: fileFormats, size: maxFileMb }));
        continue;
      }
      const name = file.name.slice(-160) || 'file';
      const sent = await upload(sendable, { name, requestId: newRequestId() });
      if (sent.ok) {
        added = [...added, sent.data.file];
        sentFiles.set(sent.data.file.id, sendable);
      } else refuse(file, sent.failure.message);
    }
    onChange(added);
    setProblem(problems.join('\n') || undefined);
    setBusy(false);
    return sentFiles;
  }

  return { isBusy, problem, add };
}

/** Files of a message. */
export function FilesField(props: FilesFieldProps) {
  const { files, onChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, problem, add } = useFiles(props);

  return (
    <Stack gap="1">
      <Text isStrong>{text.files}</Text>
      <Text tone="quiet" size="s" id={`${id}-hint`}>
        {formatText(text.filesHint, { n: maxFiles, size: maxFileMb, types: fileFormats })}
      </Text>
      {problem && (
        <Notice kind="bad" live="alert">
          <span className={styles.problem}>{problem}</span>
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
        <FileInput
          ref={input}
          id={id}
          multiple
          accept={acceptedFiles}
          describedBy={`${id}-hint`}
          disabled={isBusy || files.length >= maxFiles}
          onChosen={(chosen) => void add(chosen)}
        >
          <label htmlFor={id} className={buttonClass('quiet')}>
            <Icon drawing={plus} />
            {isBusy ? text.uploading : text.addFile}
          </label>
        </FileInput>
      </Row>
    </Stack>
  );
}
