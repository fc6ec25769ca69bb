import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import {
  fillDeskAnswer,
  noteAtDesk,
  type OpenedConversation,
  replyActs,
  replyAtDesk,
  saveDeskDraft,
} from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { openPlaces } from '#domain/conversations/answer-variables.template.ts';
import { callApi } from '#web/lib/api.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './desk.module.css';
import { deskKey, optionsQuery } from './desk-queries.ts';
import { text } from './text.ts';

export type ComposerMode = 'reply' | 'note';
type Act = InputOf<typeof replyAtDesk>['act'];

/** From the last key to the server. */
const draftPauseMs = 1000;

interface ComposerProps {
  conversation: OpenedConversation;
  mode: ComposerMode;
  onMode: (mode: ComposerMode) => void;
  /** A key was struck: colleagues see that somebody types. */
  onTyping: () => void;
}

/** Where an answer to the customer, or a note of the staff, is written. The draft of an answer is kept on the server. */
export function Composer({ conversation, mode, onMode, onTyping }: ComposerProps) {
  const { account, id, messages, acts } = conversation;
  const client = useQueryClient();
  const options = useQuery(optionsQuery());
  const [reply, setReply] = useState(conversation.draft);
  const [note, setNote] = useState('');
  const [act, setAct] = useState<Act>('answer');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<string>();
  const draft = useDraft(conversation, reply);
  // The same id while the same text is sent: a repeated press is one message.
  const request = useRef<{ readonly of: string; readonly id: string }>(undefined);
  const isReply = mode === 'reply';
  const typed = isReply ? reply : note;
  const open = isReply ? openPlaces(reply) : [];
  const possible = replyActs.filter((one) => acts.includes(one));

  const send = async () => {
    const words = typed.trim();
    if (words === '' || busy || open.length > 0) return;
    setBusy(true);
    setError(undefined);
    setDone(undefined);
    const of = `${mode} ${act} ${words}`;
    if (request.current?.of !== of) request.current = { of, id: newRequestId() };
    const sent = { account, id, text: words };
    const lastSeenSeq = messages.at(-1)?.seq ?? 1;
    const result = isReply
      ? await callApi(replyAtDesk, {
          ...sent,
          clientId: request.current.id,
          act: possible.includes(act) ? act : 'staffMessage',
          lastSeenSeq,
        })
      : await callApi(noteAtDesk, { ...sent, noteId: request.current.id });
    setBusy(false);
    if (result.ok) {
      request.current = undefined;
      setDone(isReply ? text.sent : text.noteAdded);
      if (isReply) {
        draft.forget();
        setReply('');
      } else setNote('');
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
      {error && (
        <Notice kind="bad" live="alert" title={text.sendFailed}>
          {error}
        </Notice>
      )}
    </form>
  );
}

/** Keeps what is typed on the server a second after the last key, and when the conversation is left. */
function useDraft({ account, id, draft }: OpenedConversation, typed: string) {
  const kept = useRef(draft);
  const current = useRef(typed);
  current.current = typed;
  const [words, setWords] = useState('');
  useEffect(() => {
    if (typed === kept.current) return;
    const timer = setTimeout(() => {
      kept.current = typed;
      void callApi(saveDeskDraft, { account, id, text: typed }).then((result) => {
        if (!result.ok) kept.current = '';
        setWords(result.ok ? (typed === '' ? '' : text.draftKept) : text.draftFailed);
      });
    }, draftPauseMs);
    return () => clearTimeout(timer);
  }, [account, id, typed]);
  useEffect(
    () => () => {
      if (current.current !== kept.current)
        void callApi(saveDeskDraft, { account, id, text: current.current });
    },
    [account, id],
  );
  return {
    words,
    /** The server has removed it: the text was sent. */
    forget: () => {
      kept.current = '';
      current.current = '';
      setWords('');
    },
  };
}
