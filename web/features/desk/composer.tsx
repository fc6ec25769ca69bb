import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationFileData } from '#contract/conversations.ts';
import type { InputOf } from '#contract/define-call.ts';
import {
  addDeskFile,
  fillDeskAnswer,
  noteAtDesk,
  type OpenedConversation,
  replyActs,
  replyAtDesk,
  saveDeskDraft,
} from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { openPlaces } from '#domain/conversations/answer-variables.template.ts';
import { callApi, tokenOfSession, uploadFile } from '#web/lib/api.ts';
import { FilesField } from '#web/lib/files/files-field.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import styles from './desk.module.css';
import { deskKey, optionsQuery } from './desk-queries.ts';
import { text } from './text.ts';

export type ComposerMode = 'reply' | 'note';
type Act = InputOf<typeof replyAtDesk>['act'];

/** From the last key to the server. */
const draftPauseMs = 1000;
/** An answer can be taken back for so long. */
const holdMs = 5000;

type Answer = Omit<InputOf<typeof replyAtDesk>, 'token'>;

interface ComposerProps {
  conversation: OpenedConversation;
  mode: ComposerMode;
  onMode: (mode: ComposerMode) => void;
  /** A key was struck: colleagues see that somebody types. */
  onTyping: () => void;
}

/**
 * Where an answer to the customer, or a note of the staff, is written. The draft of an answer is kept on the server with its files;
 * a sent answer to a ticket is held for five seconds, in which it can be taken back.
 */
export function Composer({ conversation, mode, onMode, onTyping }: ComposerProps) {
  const { account, id, messages, acts } = conversation;
  const client = useQueryClient();
  const options = useQuery(optionsQuery());
  const [reply, setReply] = useState(conversation.draft);
  const [files, setFiles] = useState<Draft['files']>(conversation.draftFiles);
  const [note, setNote] = useState('');
  const [act, setAct] = useState<Act>('answer');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<string>();
  const draft = useDraft(conversation, { text: reply, files });
  // The same id while the same text is sent: a repeated press is one message.
  const request = useRef<{ readonly of: string; readonly id: string }>(undefined);
  const isReply = mode === 'reply';
  const typed = isReply ? reply : note;
  const open = isReply ? openPlaces(reply) : [];
  const possible = replyActs.filter((one) => acts.includes(one));

  const deliver = async (answer: Answer) => {
    setBusy(true);
    const result = await callApi(replyAtDesk, answer);
    setBusy(false);
    if (result.ok) {
      request.current = undefined;
      setDone(text.sent);
      draft.forget();
      setReply('');
      setFiles([]);
    } else setError(result.failure.message);
    await client.invalidateQueries({ queryKey: deskKey });
  };
  const hold = useHold(conversation.number, deliver);

  const send = async () => {
    const words = typed.trim();
    if (words === '' || busy || hold.isOn || open.length > 0) return;
    setError(undefined);
    setDone(undefined);
    const fileIds = files.map((file) => file.id);
    const of = JSON.stringify([mode, act, words, isReply && fileIds]);
    if (request.current?.of !== of) request.current = { of, id: newRequestId() };
    const sent = { account, id, text: words };
    if (isReply) {
      const kept = draft.keep();
      const lastSeenSeq = messages.at(-1)?.seq ?? 1;
      const wanted = possible.includes(act) ? act : 'staffMessage';
      const answer = { ...sent, fileIds, clientId: request.current.id, act: wanted, lastSeenSeq };
      // The customer of a chat sits before it.
      if (conversation.kind === 'chat') {
        setBusy(true);
        await kept;
        return deliver(answer);
      }
      hold.start(answer, kept);
      document.getElementById('desk-title')?.focus();
      return;
    }
    setBusy(true);
    const result = await callApi(noteAtDesk, { ...sent, noteId: request.current.id });
    setBusy(false);
    if (result.ok) {
      request.current = undefined;
      setDone(text.noteAdded);
      setNote('');
    } else setError(result.failure.message);
    await client.invalidateQueries({ queryKey: deskKey });
  };

  const fill = async (templateId: string) => {
    if (templateId === '') return;
    setError(undefined);
    const result = await callApi(fillDeskAnswer, { account, id, templateId });
    if (result.ok)
      setReply((before) =>
        before.trim() === '' ? result.data.text : `${before.trimEnd()}\n\n${result.data.text}`,
      );
    else setError(result.failure.message);
  };

  const templates = options.data?.templates ?? [];
  const own = templates.filter(({ topicId }) => topicId === null || topicId === conversation.topicId);
  const others = templates.filter((template) => !own.includes(template));
  return (
    <form
      className={styles.composer}
      data-mode={mode}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset
        className={styles.fields}
        disabled={hold.isOn}
        aria-label={isReply ? text.reply : text.noteTab}
      >
        <ChoiceButtons
          label={text.actions}
          choices={[
            { value: 'reply', label: text.reply },
            { value: 'note', label: text.noteTab },
          ]}
          chosen={mode}
          onChoose={onMode}
        />
        {isReply && (
          <SelectField
            label={text.template}
            value=""
            onChange={({ currentTarget }) => void fill(currentTarget.value)}
          >
            <option value="">{text.noTemplate}</option>
            <optgroup label={text.ownTemplates}>
              {own.map(({ templateId, title }) => (
                <option key={templateId} value={templateId}>
                  {title}
                </option>
              ))}
            </optgroup>
            {others.length > 0 && (
              <optgroup label={text.otherTemplates}>
                {others.map(({ templateId, title }) => (
                  <option key={templateId} value={templateId}>
                    {title}
                  </option>
                ))}
              </optgroup>
            )}
          </SelectField>
        )}
        <AreaField
          key={mode}
          id="desk-composer"
          label={isReply ? text.replyLabel : text.noteLabel}
          hint={isReply ? text.sendKeys : text.noteFor}
          error={open.length > 0 ? formatText(text.openPlaces, { names: open.join(', ') }) : undefined}
          rows={isReply ? 6 : 3}
          maxLength={4000}
          value={typed}
          onChange={({ currentTarget }) => {
            (isReply ? setReply : setNote)(currentTarget.value);
            if (isReply) onTyping();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void send();
          }}
        />
        {isReply && (
          <FilesField
            files={files}
            onChange={setFiles}
            upload={(file, named) => uploadFile(addDeskFile, { account, id, ...named }, file)}
          />
        )}
        <div className={styles.composerFoot}>
          {isReply && (
            <SelectField
              label={text.afterSending}
              value={possible.includes(act) ? act : 'staffMessage'}
              onChange={({ currentTarget }) => setAct(currentTarget.value as Act)}
            >
              {possible.map((one) => (
                <option key={one} value={one}>
                  {text.acts[one]}
                </option>
              ))}
            </SelectField>
          )}
          <Button type="submit" kind={isReply ? 'lamp' : 'ink'} busy={busy}>
            {isReply ? text.send : text.addNote}
          </Button>
          <p className={styles.quiet} role="status">
            {done ?? (isReply ? draft.words : '')}
          </p>
        </div>
      </fieldset>
      <div role="status">
        {hold.isOn && (
          <Notice
            kind="info"
            title={text.held}
            actions={<Button onClick={hold.cancel}>{text.takeBack}</Button>}
          >
            {text.heldMore}
          </Notice>
        )}
      </div>
      {error && (
        <Notice kind="bad" live="alert" title={text.sendFailed}>
          {error}
        </Notice>
      )}
    </form>
  );
}

/** Sends an answer while its page is left: the browser makes the call when the page is gone. */
function sendOnLeave(answer: Answer): void {
  const payload = JSON.stringify({ ...answer, token: tokenOfSession() });
  navigator.sendBeacon(replyAtDesk.path, new Blob([payload], { type: 'application/json' }));
}

/**
 * Holds an answer for five seconds. Escape takes it back; whoever opens another conversation meanwhile sends it at once, and so does
 * whoever closes the page: its draft stays on the server until it has arrived.
 */
function useHold(number: number, deliver: (answer: Answer) => Promise<void>) {
  const [held, setHeld] = useState<Answer>();
  const current = useRef<{ readonly answer: Answer; readonly kept: Promise<void> }>(undefined);
  const sendNow = useRef(deliver);
  sendNow.current = deliver;
  const end = useCallback(() => {
    current.current = undefined;
    setHeld(undefined);
  }, []);
  useEffect(() => {
    if (held === undefined) return;
    const timer = setTimeout(() => {
      const kept = current.current?.kept;
      end();
      // A draft that came after its answer would stay.
      void Promise.resolve(kept).then(() => sendNow.current(held));
    }, holdMs);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end();
    };
    const onLeave = () => {
      end();
      sendOnLeave(held);
    };
    // Before the keys of the desk, where Escape closes the conversation.
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('pagehide', onLeave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('pagehide', onLeave);
    };
  }, [held, end]);
  useEffect(
    () => () => {
      if (current.current === undefined) return;
      const { answer, kept } = current.current;
      void kept.then(async () => {
        const result = await callApi(replyAtDesk, answer);
        if (!result.ok)
          showTip('bad', formatText(text.heldFailed, { number, reason: result.failure.message }));
      });
    },
    [number],
  );
  return {
    isOn: held !== undefined,
    /** `kept`: its draft is on the server, or could not be kept. */
    start: (answer: Answer, kept: Promise<void>) => {
      current.current = { answer, kept };
      setHeld(answer);
    },
    cancel: () => {
      end();
      requestAnimationFrame(() => document.getElementById('desk-composer')?.focus());
    },
  };
}

interface Draft {
  readonly text: string;
  readonly files: readonly ConversationFileData[];
}

const marked = ({ text: words, files }: Draft) => JSON.stringify([words, files.map(({ id }) => id)]);

/** Keeps what is typed and added on the server a second after the last change, and when the conversation is left. */
function useDraft({ account, id, draft, draftFiles }: OpenedConversation, typed: Draft) {
  const kept = useRef(marked({ text: draft, files: draftFiles }));
  const current = useRef(typed);
  current.current = typed;
  const mark = marked(typed);
  const [words, setWords] = useState('');
  const save = async () => {
    const { text: body, files } = current.current;
    const saved = marked(current.current);
    kept.current = saved;
    const fileIds = files.map((file) => file.id);
    const result = await callApi(saveDeskDraft, { account, id, text: body, fileIds });
    if (!result.ok && kept.current === saved) kept.current = '';
    const isEmpty = body === '' && files.length === 0;
    setWords(result.ok ? (isEmpty ? '' : text.draftKept) : text.draftFailed);
  };
  const saveNow = useRef(save);
  saveNow.current = save;
  useEffect(() => {
    if (mark === kept.current) return;
    const timer = setTimeout(() => {
      if (mark !== kept.current) void saveNow.current();
    }, draftPauseMs);
    return () => clearTimeout(timer);
  }, [mark]);
  useEffect(
    () => () => {
      if (marked(current.current) !== kept.current) void saveNow.current();
    },
    [],
  );
  return {
    words,
    /** Before the answer is held: what does not arrive is there again. */
    keep: async () => {
      if (mark !== kept.current) await save();
    },
    /** The server has removed it: the text was sent. */
    forget: () => {
      const nothing: Draft = { text: '', files: [] };
      kept.current = marked(nothing);
      current.current = nothing;
      setWords('');
    },
  };
}
