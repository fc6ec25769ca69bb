import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { InputOf } from '#contract/define-call.ts';
import {
  changeDesk,
  changeDeskTopic,
  extendDesk,
  joinDesk,
  type OpenedConversation,
} from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import { showDate } from '#web/lib/format.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type DeskKey, deskKey, optionsQuery } from './desk-queries.ts';
import { text } from './text.ts';

/** What is asked for before it is done. */
export type DeskAct = 'assign' | 'state' | 'topic' | 'extend' | 'join';
type StateAct = Extract<InputOf<typeof changeDesk>['change'], { kind: 'state' }>['act'];
const stateActs = ['take', 'askCustomer', 'forward', 'staffClose'] as const satisfies readonly StateAct[];

interface ActDialogProps {
  act: DeskAct;
  /** What it is done with: the selected ones, or the open one. */
  keys: readonly DeskKey[];
  /** The open one, when it is the only one. */
  conversation: OpenedConversation | undefined;
  onClose: () => void;
  /** It is done; what to say, when there is something. */
  onDone: (words: string) => void;
}

type Outcome = { readonly words: string } | { readonly failed: string };

/** Asks what is to be done with conversations, and does it. */
export function ActDialog({ act, keys, conversation, onClose, onDone }: ActDialogProps) {
  const client = useQueryClient();
  const options = useQuery(optionsQuery());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // A press that is repeated extends once.
  const [extensionId] = useState(newRequestId);
  const [first] = keys;
  if (first === undefined) return null;

  const run = async (make: (form: FormData) => Promise<Outcome>, form: FormData) => {
    setBusy(true);
    setError(undefined);
    const outcome = await make(form);
    setBusy(false);
    if ('failed' in outcome) {
      setError(outcome.failed);
      return;
    }
    await client.invalidateQueries({ queryKey: deskKey });
    onDone(outcome.words);
  };
  const change = async (what: InputOf<typeof changeDesk>['change'], form: FormData): Promise<Outcome> => {
    const reason = textOf(form, 'reason');
    const conversations = keys.map(({ account, id }) => ({ account, id }));
    const result = await callApi(changeDesk, { conversations, change: what, ...(reason && { reason }) });
    if (!result.ok) return { failed: result.failure.message };
    const { changed, refused } = result.data;
    const words = [
      keys.length > 1 || changed === 0 ? formatText(text.changed, { n: changed }) : '',
      refused.length > 0 ? formatText(text.someRefused, { n: refused.length }) : '',
    ];
    return { words: words.join(' ').trim() };
  };
  const outcomeOf = (result: ApiResult<unknown>): Outcome =>
    result.ok ? { words: '' } : { failed: result.failure.message };
  const frame = { onClose, busy, error };
  const reason = <TextField name="reason" label={text.reason} maxLength={1000} />;

  if (act === 'assign')
    return (
      <ActForm
        {...frame}
        title={keys.length > 1 ? formatText(text.selected, { n: keys.length }) : text.assign}
        submit={text.assign}
        onSubmit={(form) =>
          run((given) => change({ kind: 'assign', to: textOf(given, 'to') || null }, given), form)
        }
      >
        <SelectField
          name="to"
          label={text.assignTo}
          defaultValue={conversation?.assignee?.id ?? ''}
          key={options.data ? 'known' : ''}
        >
          <option value="">{text.nobody}</option>
          {options.data?.colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {reason}
      </ActForm>
    );
  if (act === 'state') {
    const possible = stateActs.filter((one) => conversation === undefined || conversation.acts.includes(one));
    return (
      <ActForm
        {...frame}
        title={keys.length > 1 ? formatText(text.selected, { n: keys.length }) : text.change}
        submit={text.change}
        onSubmit={(form) =>
          run((given) => change({ kind: 'state', act: textOf(given, 'act') as StateAct }, given), form)
        }
      >
        <SelectField name="act" label={text.toState}>
          {possible.map((one) => (
            <option key={one} value={one}>
              {text.stateActs[one]}
            </option>
          ))}
        </SelectField>
        {reason}
      </ActForm>
    );
  }
  if (conversation === undefined) return null;
  if (act === 'topic')
    return (
      <TopicForm
        {...frame}
        conversation={conversation}
        onSubmit={(form) =>
          run(async (given) => {
            const [topicId, why] = [textOf(given, 'topic'), textOf(given, 'reason')];
            return outcomeOf(
              await callApi(changeDeskTopic, { ...first, topicId, ...(why && { reason: why }) }),
            );
          }, form)
        }
      >
        {reason}
      </TopicForm>
    );
  if (act === 'extend')
    return (
      <ExtensionForm
        {...frame}
        conversation={conversation}
        onSubmit={(form) =>
          run(async (given) => {
            const [to, why] = [textOf(given, 'to'), textOf(given, 'reason')];
            const result = await callApi(extendDesk, { ...first, to, reason: why, clientId: extensionId });
            return result.ok ? { words: text.extended } : { failed: result.failure.message };
          }, form)
        }
      />
    );
  return (
    <ActForm
      {...frame}
      title={text.join}
      submit={text.join}
      onSubmit={(form) =>
        run(
          async (given) =>
            outcomeOf(await callApi(joinDesk, { ...first, to: Number(textOf(given, 'to')) || 1 })),
          form,
        )
      }
    >
      <TextField
        name="to"
        label={text.joinTo}
        hint={text.joinHint}
        inputMode="numeric"
        pattern="[0-9]{1,12}"
        required
      />
    </ActForm>
  );
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

interface FrameProps {
  busy: boolean;
  error: string | undefined;
  onClose: () => void;
  onSubmit: (form: FormData) => Promise<void>;
  children: ReactNode;
}

function ActForm({
  title,
  submit,
  busy,
  error,
  onClose,
  onSubmit,
  children,
}: FrameProps & { title: string; submit: string }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog open title={title} closeLabel={text.close} onClose={onClose}>
      <Stack as="form" gap="2" onSubmit={send}>
        {children}
        {error && (
          <Notice kind="bad" live="alert" title={text.changeFailed}>
            {error}
          </Notice>
        )}
        <Button type="submit" kind="ink" busy={busy}>
          {submit}
        </Button>
      </Stack>
    </Dialog>
  );
}

/** The new topic, with the last day that it gives, before it is changed. */
function TopicForm({ conversation, children, ...frame }: FrameProps & { conversation: OpenedConversation }) {
  const { topics, topicId } = conversation;
  const [chosen, setChosen] = useState(topicId ?? topics[0]?.topicId);
  const due = topics.find((topic) => topic.topicId === chosen)?.dueOn;
  return (
    <ActForm {...frame} title={text.changeTopic} submit={text.changeTopic}>
      <SelectField
        name="topic"
        label={text.newTopic}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {topics.map((topic) => (
          <option key={topic.topicId} value={topic.topicId}>
            {topic.title}
          </option>
        ))}
      </SelectField>
      {due && <p role="status">{formatText(text.newDue, { date: showDate(due) })}</p>}
      {children}
    </ActForm>
  );
}

/** The new last day within what the law allows, and why: the customer is told both. */
function ExtensionForm({
  conversation: { extension },
  ...frame
}: Omit<FrameProps, 'children'> & { conversation: OpenedConversation }) {
  return (
    <ActForm {...frame} title={text.extend} submit={text.extend}>
      <TextField
        name="to"
        type="date"
        label={text.extendTo}
        hint={formatText(text.extendHint, { date: extension ? showDate(extension.to) : '' })}
        min={extension?.from}
        max={extension?.to}
        defaultValue={extension?.to}
        required
      />
      <AreaField
        name="reason"
        label={text.extendReason}
        hint={text.extendReasonHint}
        rows={3}
        maxLength={1000}
        required
      />
    </ActForm>
  );
}
