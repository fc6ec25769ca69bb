import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ManagedAct } from '#contract/values/managed-act.ts';
import {
  cancelAct,
  decideAct,
  decideActProposal,
  inviteToHearing,
  managedActPdf,
  planInstalments,
} from '#contract/violation-acts/manage-acts.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type ApiResult, callApi, downloadFile } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { isSomeMoney, showDate, showMoment, showMoney, showSum } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { text as common } from '#web/lib/text.ts';
import { Button } from '#web/ui/button.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { ActFacts, ActStepsLine, Schedule } from '../act-card.tsx';
import { dayField, reasonField } from './act-fields.tsx';
import { Conflict, StepList, WaitingStep } from './act-steps.tsx';
import { basisWords } from './act-words.ts';
import { actQuery, actsKey } from './api.ts';
import { DecideForm } from './decide-form.tsx';
import { InstalmentsForm } from './instalments-form.tsx';
import styles from './manage.module.css';
import { ActState } from './managed-acts.tsx';
import { actionNames, text } from './text.ts';

interface ManagedActViewProps {
  account: string;
  actNumber: string;
  mayChange: boolean;
  listLink: ReactNode;
  accountLink: ReactNode;
}

/** One act with everything that staff know of it, and what may be done with it. */
export function ManagedActView({ account, actNumber, listLink, ...view }: ManagedActViewProps) {
  return (
    <Stack gap="3">
      <p>{listLink}</p>
      <QueryPart
        query={useQuery(actQuery(account, actNumber))}
        failed={text.failed}
        skeleton={<RowsSkeleton label={text.loading} rows={8} />}
        refused={({ code, issues }) =>
          (code === 'common.notFound' || issues.length > 0) && (
            <Notice kind="info" live="status">
              {text.unknown}
            </Notice>
          )
        }
      >
        {({ act }) => <ActView act={act} {...view} />}
      </QueryPart>
    </Stack>
  );
}

type Action = ManagedAct['can'][number];
type Open = { kind: Action; seen: number; requestId: string } | { kind: 'withdraw' };

interface ActViewProps extends Pick<ManagedActViewProps, 'mayChange' | 'accountLink'> {
  act: ManagedAct;
}

function ActView({ act, mayChange, accountLink }: ActViewProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { account, actNumber, can, steps } = act;
  const waiting = steps.find(({ state }) => state === 'proposed');
  const past = steps.filter((step) => step !== waiting);
  const close = () => setOpen(undefined);
  const show = (changed: ManagedAct) =>
    client.setQueryData(actQuery(account, actNumber).queryKey, { status: 'success', act: changed });

  async function done(call: Promise<ApiResult<{ act: ManagedAct }>>, words: string) {
    const result = await call;
    if (!result.ok) {
      // The form goes on with the act as it is now, and says who changed it.
      const now = actOf(result.failure);
      if (now) show(now);
      return result.failure;
    }
    show(result.data.act);
    void client.invalidateQueries({ queryKey: [...actsKey, 'list'] });
    close();
    showTip('good', words);
    return undefined;
  }

  const { revision } = act;
  const stepping = (requestId: string) => ({ account, actNumber, revision, requestId });
  const decideProposal = (
    decision: { kind: 'confirm' } | { kind: 'withdraw'; reason: string },
    words: string,
  ) =>
    done(callApi(decideActProposal, { account, actNumber, stepId: waiting?.stepId ?? '', decision }), words);
  const isDue = isSomeMoney(act.owed);
  return (
    <>
      <Stack as="section" gap="2" aria-labelledby="act">
        <Row gap="2" align="center">
          <Text as="h2" id="act" size="l">
            {formatText(text.act, { number: actNumber })}
          </Text>
          <ActState {...act} isWaiting={waiting !== undefined} />
        </Row>
        <Text tone="quiet" isNumeric>
          {act.customerName}, {accountLink}
          {act.address && `, ${act.address}`}
        </Text>
        {(isDue || isSomeMoney(act.sum)) && (
          <div>
            <Text size="s" tone="quiet">
              {isDue ? text.toPay : text.inTotal}
            </Text>
            <MoneyFigure sum={showMoney(isDue ? act.owed : act.sum)} unit={common.hryvnia} size="l" />
          </div>
        )}
        {mayChange && can.length > 0 && (
          <Row gap="1" role="group" aria-label={text.actions}>
            {can.map((action) => (
              <Button
                key={action}
                kind={action === 'cancel' ? 'danger' : 'quiet'}
                onClick={() => setOpen({ kind: action, seen: revision, requestId: newRequestId() })}
              >
                {actionNames[action]}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
      {waiting && (
        <WaitingStep
          step={waiting}
          mayDecide={mayChange}
          confirm={() => decideProposal({ kind: 'confirm' }, text.confirmed)}
          onWithdraw={() => setOpen({ kind: 'withdraw' })}
        />
      )}
      <ActStepsLine act={act} />
      <Facts act={act} />
      <Schedule act={act} />
      <section className={styles.section} aria-labelledby="act-payments">
        <h3 id="act-payments">{text.payments}</h3>
        {act.payments.length === 0 ? (
          <Text tone="quiet">{text.noPayments}</Text>
        ) : (
          <>
            <ul className={styles.lines}>
              {act.payments.map(({ paymentId, provider, sum, at }) => (
                <li key={paymentId}>
                  {formatText(text.payment, {
                    sum: showSum(sum),
                    provider: providerName(provider),
                    moment: showMoment(at),
                  })}
                </li>
              ))}
            </ul>
            <Text size="s" tone="quiet">
              {text.paymentsIn}
            </Text>
          </>
        )}
      </section>
      {act.files.length > 0 && (
        <section className={styles.section} aria-labelledby="act-papers">
          <h3 id="act-papers">{text.papers}</h3>
          <DownloadButtons
            label={text.papers}
            labels={
              Object.fromEntries(
                act.files.map((kind) => [kind, text.paperNames[kind]]),
              ) as typeof text.paperNames
            }
            busyLabel={text.preparing}
            download={(kind) => downloadFile(managedActPdf, { account, actNumber, kind })}
          />
        </section>
      )}
      <section className={styles.section} aria-labelledby="act-history">
        <h3 id="act-history">{text.history}</h3>
        {past.length === 0 ? <Text tone="quiet">{text.noHistory}</Text> : <StepList steps={past} />}
      </section>
      <Dialog
        open={open !== undefined}
        title={
          open === undefined
            ? text.title
            : open.kind === 'withdraw'
              ? text.withdrawTitle
              : actionNames[open.kind]
        }
        closeLabel={text.close}
        onClose={close}
      >
        {open?.kind === 'invite' && (
          <InviteForm
            act={act}
            seen={open.seen}
            send={(servedOn, hearingOn) =>
              done(
                callApi(inviteToHearing, { ...stepping(open.requestId), servedOn, hearingOn }),
                text.inviteForm.done,
              )
            }
            onCancel={close}
          />
        )}
        {open?.kind === 'decide' && (
          <DecideForm
            act={act}
            seen={open.seen}
            send={(decision, reason) =>
              done(
                callApi(decideAct, { ...stepping(open.requestId), decision, reason }),
                decision.kind === 'violation'
                  ? text.decideForm.done
                  : act.cancelTakesTwo
                    ? text.decideForm.closing
                    : text.decideForm.closed,
              )
            }
            onCancel={close}
          />
        )}
        {open?.kind === 'instalments' && (
          <InstalmentsForm
            act={act}
            seen={open.seen}
            send={(parts, reason) =>
              done(
                callApi(planInstalments, { ...stepping(open.requestId), parts, reason }),
                text.partsForm.done,
              )
            }
            onCancel={close}
          />
        )}
        {open?.kind === 'cancel' && (
          <Stack gap="2">
            <Conflict act={act} seen={open.seen} />
            <p>{text.cancelForm.lead}</p>
            {act.cancelTakesTwo && <p>{text.cancelForm.two}</p>}
            <FormStep
              fields={[reasonField]}
              problems={text.problems}
              submit={text.cancelForm.submit}
              busy={text.saving}
              kind="danger"
              takesFocus
              send={(value) =>
                done(
                  callApi(cancelAct, { ...stepping(open.requestId), reason: value('reason') }),
                  act.cancelTakesTwo ? text.cancelForm.proposed : text.cancelForm.done,
                )
              }
              actions={withCancel(text.stop, close)}
            />
          </Stack>
        )}
        {open?.kind === 'withdraw' && (
          <Stack gap="2">
            <p>{text.withdrawLead}</p>
            <FormStep
              fields={[reasonField]}
              problems={text.problems}
              submit={text.withdraw}
              busy={text.saving}
              kind="danger"
              takesFocus
              send={(value) => decideProposal({ kind: 'withdraw', reason: value('reason') }, text.withdrawn)}
              actions={withCancel(text.stop, close)}
            />
          </Stack>
        )}
      </Dialog>
    </>
  );
}

/** The act as it is now, which the refusal of a step that came too late tells. */
function actOf({ code, details }: ApiFailure): ManagedAct | undefined {
  return code === 'acts.changedMeanwhile' ? (details as { act?: ManagedAct } | undefined)?.act : undefined;
}

/** What the act says, and how its sum was found. */
function Facts({ act }: { act: ManagedAct }) {
  const { kind, place, meterSerial, found, present, basis, days } = act;
  const facts: readonly (readonly [string, string])[] = [
    [text.fields.kind, kind === null ? '' : text.kinds[kind]],
    [text.fields.place, place],
    [text.fields.meterSerial, meterSerial ?? ''],
    [text.fields.found, found],
    [text.fields.present, present.join('; ')],
    [text.fields.servedOn, act.servedOn === null ? '' : showDate(act.servedOn)],
    [text.fields.hearingOn, act.hearingOn === null ? '' : showDate(act.hearingOn)],
    [text.fields.basis, basis === null ? '' : basisWords(basis, days)],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return (
    <section className={styles.section} aria-labelledby="act-facts">
      <h3 id="act-facts">{text.facts}</h3>
      {known.length > 0 && (
        <dl className={styles.values}>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ActFacts act={act} />
    </section>
  );
}

interface InviteFormProps {
  act: ManagedAct;
  seen: number;
  send: (servedOn: string, hearingOn: string | null) => Promise<ApiFailure | undefined>;
  onCancel: () => void;
}

/** When the act was handed over, and when the commission hears it. */
function InviteForm({ act, seen, send, onCancel }: InviteFormProps) {
  const today = kyivDateOf(deviceNow());
  const { servedOn, hearingOn } = text.fields;
  return (
    <Stack gap="2">
      <Conflict act={act} seen={seen} />
      <Text tone="quiet">
        {formatText(text.inviteForm.lead, { days: formatText(common.days, { days: act.terms.hearingDays }) })}
      </Text>
      <FormStep
        fields={[
          dayField({ name: 'servedOn', label: servedOn, initial: act.servedOn ?? today, max: today }),
          dayField({
            name: 'hearingOn',
            label: hearingOn,
            hint: text.inviteForm.hearingHint,
            initial: act.hearingOn ?? undefined,
            isOptional: true,
          }),
        ]}
        problems={text.problems}
        submit={text.inviteForm.submit}
        busy={text.saving}
        kind="ink"
        takesFocus
        places={{
          codes: {
            'acts.futureDay': 'servedOn',
            'acts.badDays': 'hearingOn',
            'acts.hearingTooSoon': 'hearingOn',
          },
        }}
        send={(value) => send(value('servedOn'), value('hearingOn') || null)}
        actions={withCancel(text.stop, onCancel)}
      />
    </Stack>
  );
}
