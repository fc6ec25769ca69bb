import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { typeInChat } from '#contract/conversations/chat.ts';
import {
  addTicketFile,
  type ConversationFileData,
  maxConversationText,
  maxFiles,
} from '#contract/conversations.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi, uploadFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { FileInput } from '#web/lib/files/file-input.tsx';
import { acceptedFiles, useFiles } from '#web/lib/files/files-field.tsx';
import { text as fileText } from '#web/lib/files/text.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { loadDigits, saveDigits } from '#web/session/typed-digits.ts';
import { camera } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { close } from '#web/ui/icons.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text as ticketText } from '../text.ts';
import { postMessage } from './chat-outbox.ts';
import styles from './chat-window.module.css';
import { text } from './text.ts';
import type { Chat } from './use-chat.ts';

const typingEveryMs = 3000;
/** An arrow up, on the grid of `icons.ts`. */
const sendDrawing = 'M12 19V5M6 11l6-6 6 6';

const draftKey = (account: string) => `chat/${account}`;

/** Where a message is written. What was typed is kept until it is sent or the tab is closed. */
export function ChatComposer({ chat: { account, chat, isEnded } }: { chat: Chat }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(() => loadDigits(draftKey(account)).text ?? '');
  const [files, setFiles] = useState<readonly ConversationFileData[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const upload = useFiles({
    upload: (file, named) => uploadFile(addTicketFile, { account, ...named }, file),
    files,
    onChange: setFiles,
  });
  const pictures = usePictures();
  // The same for the same words, however often they are sent.
  const clientId = useRef(newRequestId());
  const typedAt = useRef(0);

  const change = (words: string) => {
    setTyped(words);
    saveDigits(draftKey(account), words === '' ? {} : { text: words });
    const now = deviceNow();
    if (!chat || isEnded || words === '' || now - typedAt.current < typingEveryMs || !navigator.onLine)
      return;
    typedAt.current = now;
    void callApi(typeInChat, { account, id: chat.id });
  };
  const words = typed.trim() || (files.length > 0 ? text.fileOnly : '');
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (words === '' || isBusy || upload.isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const failure = await postMessage({ id: clientId.current, account, text: words, files });
    setBusy(false);
    field.current?.focus();
    if (failure) return setProblem(failure.message);
    clientId.current = newRequestId();
    setTyped('');
    saveDigits(draftKey(account), {});
    setFiles([]);
  };

  const told = problem ?? upload.problem;
  return (
    <Stack as="form" gap="1" onSubmit={(event) => void submit(event)} aria-label={ticketText.reply}>
      {told && (
        <Notice kind="bad" live="alert">
          {told}
        </Notice>
      )}
      {(files.length > 0 || upload.isBusy) && (
        <ul className={styles.chosen} aria-label={fileText.files}>
          {files.map((file) => (
            <li key={file.id}>
              {pictures.of(file) ? <img src={pictures.of(file)} alt="" /> : null}
              <span>{file.name}</span>
              <button
                type="button"
                aria-label={formatText(fileText.removeFile, { name: file.name })}
                onClick={() => {
                  setFiles(files.filter((one) => one !== file));
                  field.current?.focus();
                }}
              >
                <Icon drawing={close} size={16} />
              </button>
            </li>
          ))}
          {upload.isBusy && (
            <li className={styles.uploading} role="status">
              {text.uploading}
            </li>
          )}
        </ul>
      )}
      <div className={styles.line}>
        <FileInput
          id={`${id}-file`}
          multiple
          accept={acceptedFiles}
          disabled={upload.isBusy || files.length >= maxFiles}
          onChosen={(chosen) => void upload.add(chosen).then(pictures.keep)}
        >
          <label htmlFor={`${id}-file`} className={styles.round} title={text.addPhoto}>
            <Icon drawing={camera} />
            <VisuallyHidden>{text.addPhoto}</VisuallyHidden>
          </label>
        </FileInput>
        <label htmlFor={id}>
          <VisuallyHidden>{ticketText.reply}</VisuallyHidden>
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          maxLength={maxConversationText}
          placeholder={text.placeholder}
          value={typed}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            // With a keyboard on the screen Enter begins a line.
            const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
            if (!isSend || !window.matchMedia('(hover: hover)').matches) return;
            event.preventDefault();
            void submit();
          }}
        />
        <button
          type="submit"
          className={styles.send}
          aria-disabled={words === '' || isBusy || upload.isBusy || undefined}
          title={ticketText.send}
        >
          <Icon drawing={sendDrawing} />
          <VisuallyHidden>{ticketText.send}</VisuallyHidden>
        </button>
      </div>
    </Stack>
  );
}

/** Previews of chosen pictures, from the device itself. */
function usePictures() {
  const [made, setMade] = useState<ReadonlyMap<string, string>>(new Map());
  const all = useRef(made);
  all.current = made;
  useEffect(
    () => () => {
      for (const address of all.current.values()) URL.revokeObjectURL(address);
    },
    [],
  );
  return {
    of: ({ id, kind }: ConversationFileData) => (kind === 'image' ? made.get(id) : undefined),
    keep: (sent: ReadonlyMap<string, File>) => {
      setMade(
        (before) =>
          new Map([...before, ...[...sent].map(([id, file]) => [id, URL.createObjectURL(file)] as const)]),
      );
    },
  };
}
