import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { showMoment, showSum } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { FactorStep } from '#web/lib/second-factor/factor-step.tsx';
import { useOpener } from '#web/lib/use-opener.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type ErasureFacts, erasureQuery, sendErasure, sendWithdrawal } from './api.ts';
import { text } from './text.ts';

const words = text.erasure;
const TITLE = 'personal-data-erasure';
const PASSWORD = 'password';

const passwordField: FormField = {
  name: PASSWORD,
  wanted: words.passwordWanted,
  check: (password) => checkField('old_pass', password),
  show: (control) => (
    <PasswordField
      {...control}
      label={words.password}
      showLabel={words.show}
      hideLabel={words.hide}
      autoComplete="current-password"
    />
  ),
};

/** What the person should know before: nothing of it is in the way. */
function Warnings({ openTickets, debts }: ErasureFacts) {
  return (
    <>
      {debts === null && <Notice kind="warn">{words.debtsUnknown}</Notice>}
      {debts?.map(({ account, sum }) => (
        <Notice key={account} kind="warn">
          {formatText(words.debts, { account, sum: showSum(sum) })}
        </Notice>
      ))}
      {openTickets > 0 && (
        <Notice kind="warn">{formatText(words.openTickets, { count: openTickets })}</Notice>
      )}
    </>
  );
}

/** The request that was made, and its withdrawal. */
function AskedErasure({ dueAt, onChanged }: { dueAt: string; onChanged: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const withdraw = async () => {
    setBusy(true);
    const result = await sendWithdrawal();
    setBusy(false);
    if (!result.ok) {
      setFailure(result.failure.message);
      return;
    }
    showTip('good', words.withdrawn);
    onChanged();
  };
  return (
    <Notice
      kind="warn"
      live="status"
      actions={
        <Button kind="ink" busy={isBusy} onClick={() => void withdraw()}>
          {words.withdraw}
        </Button>
      }
    >
      {formatText(words.asked, { moment: showMoment(dueAt) })}
      {failure && <p role="alert">{failure}</p>}
    </Notice>
  );
}

function AskErasure({ facts, onChanged }: { facts: ErasureFacts; onChanged: () => void }) {
  const { isOpen, buttonId, open, close } = useOpener();
  if (!isOpen)
    return (
      <Row gap="1">
        <Button id={buttonId} onClick={open}>
          {words.open}
        </Button>
      </Row>
    );
  return (
    <Stack gap="2">
      <Warnings {...facts} />
      <p>{formatText(words.confirm, { days: facts.waitDays })}</p>
      <FactorStep
        fields={[passwordField]}
        places={{ codes: { 'identity.wrongPassword': PASSWORD } }}
        problems={words.problems}
        takesFocus
        kind="danger"
        submit={words.submit}
        busy={words.busy}
        send={async (value, proof) => {
          const result = await sendErasure(value(PASSWORD), proof);
          if (!result.ok) return result.failure;
          showTip('good', words.accepted);
          onChanged();
          return undefined;
        }}
        actions={(button) => (
          <Row gap="1">
            {button}
            <Button kind="plain" onClick={close}>
              {words.cancel}
            </Button>
          </Row>
        )}
      />
    </Stack>
  );
}

/** The deletion of the sign-in and the personal data: what goes, what stays, the request and its withdrawal. */
export function ErasureCard() {
  const client = useQueryClient();
  const query = useQuery(erasureQuery);
  const changed = () => void client.invalidateQueries({ queryKey: erasureQuery.queryKey });
  return (
    <Card labelledBy={TITLE}>
      <Stack gap="3">
        <Stack gap="1">
          <Text as="h2" id={TITLE} size="l">
            {words.title}
          </Text>
          <Text tone="quiet">{words.lead}</Text>
        </Stack>
        <Disclosure summary={words.stays}>
          <ul>
            {words.staysList.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Disclosure>
        <QueryPart query={query} failed={words.failed} skeleton={<Skeleton />}>
          {(facts) =>
            facts.erasure === null ? (
              <AskErasure facts={facts} onChanged={changed} />
            ) : (
              <AskedErasure dueAt={facts.erasure.dueAt} onChanged={changed} />
            )
          }
        </QueryPart>
      </Stack>
    </Card>
  );
}
