import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  manyRecipients,
  maxMessageText,
  previewRecipients,
  recipientChoices,
  sendMessage,
} from '#contract/supplier-messages/send-messages.ts';
import type { RecipientRule } from '#contract/values/recipient-rule.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep, ruledBy } from '#web/lib/form/form-step.tsx';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { fromKyivInput } from '#web/lib/time/kyiv-input.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { MessageCard } from '../inbox.tsx';
import { type AudienceKind, audienceKinds, fieldsOfAudience, named, ruleOf } from './audience-fields.tsx';
import styles from './manager.module.css';
import { parseRecipients } from './parse-recipients.ts';
import { sentKey } from './sent-list.tsx';
import { text } from './text.ts';

type Typed = Readonly<Record<string, string>>;

/** Whom it is for, as the calls take it. */
type Recipients = { readonly accounts: string[] } | { readonly rule: RecipientRule };

interface Checked {
  readonly title: string;
  readonly text: string;
  readonly to: Recipients;
  /** ISO 8601; absent: now. */
  readonly sendAt: string | undefined;
  readonly found: OutputOf<typeof previewRecipients>;
  /** The same however often the button is pressed. */
  readonly requestId: string;
}

const firstFields: readonly FormField[] = [
  {
    name: 'title',
    wanted: text.titleHint,
    ...ruledBy('title'),
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
    name: 'to',
    show: (control) => (
      <SelectField {...control} label={text.to_}>
        {audienceKinds.map((kind) => (
          <option key={kind} value={kind}>
            {text.audiences[kind]}
          </option>
        ))}
      </SelectField>
    ),
  },
];

const timeField: FormField = {
  name: 'sendAt',
  show: ({ required: _, ...control }) => (
    <TextField {...control} type="datetime-local" label={text.sendAt} hint={text.sendAtHint} />
  ),
};

const choicesQuery = queryOptions({
  queryKey: ['recipientChoices'],
  queryFn: ({ signal }) => queryApi(recipientChoices, {}, { signal }),
});

const kindOf = (value: string | undefined): AudienceKind =>
  audienceKinds.find((kind) => kind === value) ?? 'accounts';

/** Writes a message, shows it with its recipients, and sends it. */
export function ComposeMessage() {
  const [typed, setTyped] = useState<Typed>({});
  const [checked, setChecked] = useState<Checked>();
  const [sent, setSent] = useState<{ n: number; sendAt: string | undefined }>();
  if (checked)
    return (
      <SendStep
        checked={checked}
        onEdit={() => setChecked(undefined)}
        onSent={(n) => {
          setTyped({});
          setChecked(undefined);
          setSent({ n, sendAt: checked.sendAt });
        }}
      />
    );
  return (
    <Stack gap="2">
      {sent !== undefined && (
        <Notice kind="good" live="status">
          {sent.sendAt === undefined
            ? formatText(text.sent, { n: sent.n })
            : formatText(text.planned, { n: sent.n, time: showMoment(sent.sendAt) })}
        </Notice>
      )}
      <WriteStep
        key={sent?.n}
        typed={typed}
        onChecked={(values, found) => {
          setSent(undefined);
          setTyped(values);
          setChecked(found);
        }}
      />
    </Stack>
  );
}

interface WriteStepProps {
  typed: Typed;
  onChecked: (typed: Typed, checked: Checked) => void;
}

function WriteStep({ typed, onChecked }: WriteStepProps) {
  const [kind, setKind] = useState(kindOf(typed.to));
  const choices = useQuery({ ...choicesQuery, enabled: kind === 'rule' });
  const fields = [...firstFields, ...fieldsOfAudience(kind, choices.data), timeField];
  return (
    <>
      <FormStep
        takesFocus={typed.title !== undefined}
        fields={fields}
        problems={text.problems}
        submit={text.preview}
        busy={text.previewing}
        kind="ink"
        form={{
          className: styles.form,
          onChange: ({ target }) => {
            if (target instanceof HTMLSelectElement && target.name === 'to') setKind(kindOf(target.value));
          },
        }}
        actions={(button) => <div>{button}</div>}
        typed={typed}
        places={{ codes: { 'accounts.unknownNumbers': 'accounts' } }}
        send={async (value) => {
          if (kind === 'rule' && !choices.data) return { message: text.choicesWait, fields: {} };
          const to: Recipients =
            kind === 'accounts'
              ? { accounts: [...parseRecipients(value('accounts')).accounts] }
              : { rule: kind === 'rule' ? ruleOf(value) : {} };
          const found = await callApi(previewRecipients, to);
          if (!found.ok) return found.failure;
          const values = Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
          onChecked(values, {
            title: value('title'),
            text: value('text').trim(),
            to,
            sendAt: fromKyivInput(value('sendAt')),
            found: found.data,
            requestId: newRequestId(),
          });
          return undefined;
        }}
      />
      {kind === 'rule' && !choices.data && (
        <QueryPart
          query={choices}
          failed={text.choicesFailed}
          skeleton={<RowsSkeleton label={text.choicesLoading} rows={3} />}
        >
          {() => null}
        </QueryPart>
      )}
    </>
  );
}

interface SendStepProps {
  checked: Checked;
  onEdit: () => void;
  onSent: (recipients: number) => void;
}

/** The message as the customer sees it, whom it reaches, and the button that sends it. */
function SendStep({ checked, onEdit, onSent }: SendStepProps) {
  const { found, to, sendAt, requestId } = checked;
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [reasonError, setReasonError] = useState<string>();
  const [reason, setReason] = useState('');
  const { recipients, isWhole, unknown } = found;
  const isMass = recipients > manyRecipients || !isWhole;
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => start.current?.focus(), []);
  const send = async () => {
    const why = reason.trim();
    if (isMass && why.length < 3) {
      setReasonError(text.reasonWanted);
      document.getElementById('send-reason')?.focus();
      return;
    }
    setReasonError(undefined);
    setBusy(true);
    setProblem(undefined);
    const gone = new Set(unknown);
    const result = await callApi(sendMessage, {
      title: checked.title,
      text: checked.text,
      ...('accounts' in to ? { accounts: to.accounts.filter((account) => !gone.has(account)) } : to),
      ...(sendAt !== undefined && { sendAt }),
      ...(isMass && { reason: why }),
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
      <div className={styles.previews}>
        {(['phone', 'desk'] as const).map((device) => (
          <figure key={device} className={styles.device} data-device={device}>
            <figcaption>{text.devices[device]}</figcaption>
            <MessageCard level="h4" title={checked.title} text={checked.text} />
          </figure>
        ))}
      </div>
      <Reached found={found} sendAt={sendAt} />
      {isMass && (
        <div className={styles.form}>
          <TextField
            id="send-reason"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            label={text.reason}
            hint={text.reasonHint}
            error={reasonError}
            maxLength={300}
          />
        </div>
      )}
      {problem && (
        <Notice kind="bad" title={text.sendFailed} live="status">
          {problem}
        </Notice>
      )}
      <Row gap="1">
        {recipients > 0 && (
          <Button kind="lamp" busy={isBusy} onClick={() => void send()}>
            {isBusy ? text.sending : formatText(sendAt ? text.plan : text.send, { n: recipients })}
          </Button>
        )}
        <Button onClick={onEdit} disabled={isBusy}>
          {text.edit}
        </Button>
      </Row>
    </Stack>
  );
}

/** How many accounts it reaches, a few of them, and those that it does not. */
function Reached({ found, sendAt }: Pick<Checked, 'found' | 'sendAt'>) {
  const { recipients, isWhole, sample, unknown, withoutCabinet } = found;
  return (
    <>
      {unknown.length > 0 && (
        <Notice kind="warn" title={formatText(text.unknown, { n: unknown.length })}>
          {formatText(text.unknownList, { list: named(unknown) })}
        </Notice>
      )}
      {recipients === 0 ? (
        <p>{text.nobody}</p>
      ) : (
        <>
          <Text size="l" isStrong isNumeric>
            {formatText(isWhole ? text.willReach : text.willReachMore, {
              n: recipients,
              count: showNumber(recipients),
            })}
          </Text>
          {sample.length > 0 && (
            <ul className={styles.sample} aria-label={text.sample}>
              {sample.map(({ account, name, address }) => (
                <li key={account}>{[account, name, address].filter(Boolean).join(' · ')}</li>
              ))}
              {recipients > sample.length && (
                <li>{formatText(text.andMore, { n: showNumber(recipients - sample.length) })}</li>
              )}
            </ul>
          )}
          <p>
            {sendAt !== undefined && `${formatText(text.willSendAt, { time: showMoment(sendAt) })} `}
            {withoutCabinet !== null &&
              withoutCabinet > 0 &&
              `${formatText(text.withoutCabinet, { n: withoutCabinet })} `}
            {text.canRecall}
          </p>
        </>
      )}
    </>
  );
}
