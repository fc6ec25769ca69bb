import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { mayUse } from '#contract/identity/company-roles.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { maxObjectionLength, objectToAct, type PaymentDocument } from '#contract/payment-documents.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showMoment } from '#web/lib/format.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, clock } from '#web/ui/icons.ts';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './document-view.module.css';
import { text } from './text.ts';

type Act = NonNullable<PaymentDocument['act']>;

interface ActPartProps {
  account: string;
  document: PaymentDocument;
  act: Act;
  signing: ReactNode;
}

const steps = ['made', 'sent', 'customer', 'both'] as const;
/** How many steps are reached; an act that is accepted or argued about has none ahead. */
const reached: Readonly<Partial<Record<PaymentDocument['state'], number>>> = {
  made: 1,
  sent: 2,
  signedBySupplier: 2,
  signedByCustomer: 3,
  signedByBoth: 4,
};

/** Where an act stands, what the contract says of silence, its signatures, and the objection to it. */
export function ActPart({ account, document, act, signing }: ActPartProps) {
  const done = reached[document.state];
  return (
    <>
      <Stack gap="15">
        {done !== undefined && (
          <ol className={styles.steps} aria-label={text.way}>
            {steps.map((step, place) => (
              <li key={step} data-ahead={place >= done ? '' : undefined}>
                <Icon drawing={place < done ? check : clock} size={16} /> {text.steps[step]}
              </li>
            ))}
          </ol>
        )}
        {document.state === 'made' && document.payee === 'supplier' && <Text size="s">{text.paper}</Text>}
        {document.payee === 'operator' && <Text size="s">{text.operatorAct}</Text>}
        {act.acceptedOn && act.canObject && (
          <Text size="s">{formatText(text.acceptedOn, { date: showDate(act.acceptedOn) })}</Text>
        )}
        {act.acceptedOn && document.state === 'accepted' && (
          <Text size="s">{formatText(text.wasAccepted, { date: showDate(act.acceptedOn) })}</Text>
        )}
      </Stack>
      {signing}
      <Objection account={account} document={document} act={act} />
    </>
  );
}

/** The objection to an act with its answer, or the form that sends one. */
function Objection({ account, document, act }: Omit<ActPartProps, 'signing'>) {
  const isOnline = useOnline();
  const person = useSessionStore((state) => state.session?.company);
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState<string>();
  const { objection } = act;
  if (objection)
    return (
      <Stack as="section" gap="1" aria-labelledby="objection">
        <h3 id="objection">{text.objection}</h3>
        {message && (
          <Notice kind="good" live="status">
            {message}
          </Notice>
        )}
        <Text size="s" tone="quiet">
          {formatText(objection.by === '' ? text.objectedNow : text.objected, {
            by: objection.by,
            moment: showMoment(objection.objectedAt),
          })}
        </Text>
        <p className={styles.said}>{objection.reason}</p>
        {objection.answer !== null && objection.answeredAt !== null ? (
          <>
            <Text size="s" tone="quiet">
              {formatText(text.answer, { moment: showMoment(objection.answeredAt) })}
            </Text>
            <p className={styles.said}>{objection.answer}</p>
          </>
        ) : (
          <Text size="s">{text.waits}</Text>
        )}
      </Stack>
    );
  if (!act.canObject || !mayUse(person, 'documents', 'change')) return null;
  if (!isOpen)
    return (
      <Row gap="1">
        <Button kind="quiet" disabled={!isOnline} onClick={() => setOpen(true)}>
          {text.object}
        </Button>
      </Row>
    );
  return (
    <ObjectionForm
      account={account}
      document={document}
      onSent={(words) => {
        setMessage(words);
        setOpen(false);
      }}
      onCancel={() => setOpen(false)}
    />
  );
}

interface ObjectionFormProps {
  account: string;
  document: PaymentDocument;
  onSent: (message: string) => void;
  onCancel: () => void;
}

const shortest = 3;

function ObjectionForm({ account, document: { period, payee }, onSent, onCancel }: ObjectionFormProps) {
  const client = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  return (
    <Stack as="section" gap="15" aria-labelledby="objection">
      <h3 id="objection">{text.object}</h3>
      <Text size="s">{text.objectAbout}</Text>
      <FormStep
        takesFocus
        kind="ink"
        problems={text.problems}
        submit={text.send}
        busy={text.sending}
        form={{ className: styles.form }}
        actions={withCancel(text.cancel, onCancel)}
        fields={[
          {
            name: 'reason',
            wanted: text.reasonWanted,
            read: (typed) => typed.trim(),
            check: (value) =>
              value.length < shortest ? { code: 'field.required', text: text.reasonWanted } : undefined,
            show: (control) => (
              <AreaField {...control} label={text.reason} rows={4} maxLength={maxObjectionLength} />
            ),
          },
        ]}
        send={async (value) => {
          const asked = { account, period, payee, reason: value('reason') };
          attempt.current = attemptFor(attempt.current, asked, deviceNow());
          const result = await callApi(objectToAct, { ...asked, requestId: attempt.current.requestId });
          if (!result.ok) return result.failure;
          await removeAccountQueries(client, [account]);
          onSent(result.data.message);
          return undefined;
        }}
      />
    </Stack>
  );
}
