import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  maxMessageText,
  maxRecipients,
  previewRecipients,
  sendMessage,
} from '#contract/supplier-messages.ts';
import { callApi } from '#web/lib/api.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { MessageCard } from '../inbox.tsx';
import styles from './manager.module.css';
import { parseRecipients } from './parse-recipients.ts';
import { sentKey } from './sent-list.tsx';
import { text } from './text.ts';

/** Wrong words and unknown numbers that are named. */
const maxNamed = 10;

interface Draft {
  readonly title: string;
  readonly text: string;
  readonly recipients: string;
}

interface Checked {
  readonly draft: Draft;
  readonly accounts: readonly string[];
  readonly found: OutputOf<typeof previewRecipients>;
  /** The same however often the button is pressed. */
  readonly requestId: string;
}

const named = (list: readonly string[]) =>
  list.length > maxNamed ? `${list.slice(0, maxNamed).join(', ')}…` : list.join(', ');

function checkRecipients(typed: string) {
  const { accounts, invalid } = parseRecipients(typed);
  if (invalid.length > 0)
    return { code: 'notNumbers', text: formatText(text.notNumbers, { list: named(invalid) }) };
  if (accounts.length > maxRecipients)
    return {
      code: 'recipientsMax',
      text: formatText(text.recipientsMax, { max: maxRecipients, n: accounts.length }),
    };
  return accounts.length === 0 ? { code: 'field.required' as const } : undefined;
}

const fields: readonly FormField[] = [
  {
    name: 'title',
    wanted: text.titleHint,
    check: (value) => checkField('title', value),
    show: (control) => (
      <TextField
        {...control}
        label={text.messageTitle}
        hint={text.titleHint}
        maxLength={120}
        autoComplete="off"
      />
    ),
  },
  {
    name: 'text',
    check: (value) => (value.trim() === '' ? { code: 'field.required' } : undefined),
    show: (control) => (
      <AreaField
        {...control}
        label={text.message}
        hint={text.messageHint}
        rows={7}
        maxLength={maxMessageText}
      />
    ),
  },
  {
    name: 'accounts',
    check: checkRecipients,
    show: (control) => (
      <AreaField
        {...control}
        label={text.recipients}
        hint={formatText(text.recipientsHint, { max: maxRecipients })}
        rows={5}
        spellCheck={false}
      />
    ),
  },
];

/** Writes a message, shows it with its recipients, and sends it. */
export function ComposeMessage() {
  const [draft, setDraft] = useState<Draft>({ title: '', text: '', recipients: '' });
  const [checked, setChecked] = useState<Checked>();
  const [sent, setSent] = useState<number>();
  if (checked)
    return (
      <SendStep
        checked={checked}
        onEdit={() => setChecked(undefined)}
        onSent={(recipients) => {
          setDraft({ title: '', text: '', recipients: '' });
          setChecked(undefined);
          setSent(recipients);
        }}
      />
    );
  return (
    <Stack gap="2">
      {sent !== undefined && (
        <Notice kind="good" live="status">
          {formatText(text.sent, { n: sent })}
        </Notice>
      )}
      <FormStep
        key={sent}
        takesFocus={draft.title !== ''}
        fields={fields}
        problems={text.problems}
        submit={text.preview}
        busy={text.previewing}
        kind="ink"
        form={{ className: styles.form }}
        actions={(button) => <div>{button}</div>}
        typed={{ title: draft.title, text: draft.text, accounts: draft.recipients }}
        places={{ codes: { 'accounts.unknownNumbers': 'accounts' } }}
        send={async (typed) => {
          const written = { title: typed('title'), text: typed('text'), recipients: typed('accounts') };
          const { accounts } = parseRecipients(written.recipients);
          const found = await callApi(previewRecipients, { accounts: [...accounts] });
          if (!found.ok) return found.failure;
          setSent(undefined);
          setDraft(written);
          setChecked({ draft: written, accounts, found: found.data, requestId: newRequestId() });
          return undefined;
        }}
      />
    </Stack>
  );
}

interface SendStepProps {
  checked: Checked;
  onEdit: () => void;
  onSent: (recipients: number) => void;
}

/** The message as the customer sees it, whom it reaches, and the button that sends it. */
function SendStep({ checked: { draft, accounts, found, requestId }, onEdit, onSent }: SendStepProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { recipients, unknown, withoutCabinet } = found;
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => start.current?.focus(), []);
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    const gone = new Set(unknown);
    const known = accounts.filter((account) => !gone.has(account));
    const result = await callApi(sendMessage, {
      title: draft.title,
      text: draft.text,
      accounts: known,
      requestId,
    });
    setBusy(false);
    if (!result.ok) return setProblem(result.failure.message);
    await client.invalidateQueries({ queryKey: sentKey });
    onSent(result.data.recipients);
  };
  return (
    <Stack gap="2">
      <Text as="h3" tone="quiet" tabIndex={-1} ref={start}>
        {text.check}
      </Text>
      <MessageCard level="h4" title={draft.title.trim()} text={draft.text.trim()} />
      {unknown.length > 0 && (
        <Notice kind="warn" title={formatText(text.unknown, { n: unknown.length })}>
          {formatText(text.unknownList, { list: named(unknown) })}
        </Notice>
      )}
      {recipients === 0 ? (
        <p>{text.nobody}</p>
      ) : (
        <p>
          {formatText(text.willReach, { n: recipients })}{' '}
          {withoutCabinet > 0 && `${formatText(text.withoutCabinet, { n: withoutCabinet })} `}
          {text.cannotUndo}
        </p>
      )}
      {problem && (
        <Notice kind="bad" title={text.sendFailed} live="status">
          {problem}
        </Notice>
      )}
      <Row gap="1">
        {recipients > 0 && (
          <Button kind="lamp" busy={isBusy} onClick={() => void send()}>
            {isBusy ? text.sending : formatText(text.send, { n: recipients })}
          </Button>
        )}
        <Button onClick={onEdit} disabled={isBusy}>
          {text.edit}
        </Button>
      </Row>
    </Stack>
  );
}
