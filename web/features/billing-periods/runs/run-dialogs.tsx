import { type FormEvent, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ClosingPlanData, ClosingRunData } from '#contract/values/billing-period.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showKwh, showMoment, showPeriod, showSum } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

const shortestReason = 3;

interface RunDialogProps {
  /** What is confirmed: the closing by a dry run, or a pause. */
  of:
    | { readonly kind: 'close'; readonly plan: ClosingPlanData; readonly dryRun: ClosingRunData }
    | { readonly kind: 'pause' };
  /** Answers why it was refused. */
  send: (reason: string, isEarly: boolean) => Promise<ApiFailure | undefined>;
  onClose: () => void;
}

/** Says what will happen and asks for the reason, before a month is closed or its closing is paused. */
export function RunDialog({ of, send, onClose }: RunDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<{ reason?: string; early?: string; undecided?: string }>({});
  const [failure, setFailure] = useState<string>();
  const needsEarly = of.kind === 'close' && of.plan.areReadingsTaken;
  const needsUndecided = of.kind === 'close' && of.plan.undecided.readings > 0;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason') ?? '').trim();
    const isEarly = form.get('early') !== null;
    const found = {
      ...(reason.length < shortestReason && { reason: text.reasonFirst }),
      ...(needsEarly && !isEarly && { early: text.earlyFirst }),
      ...(needsUndecided && form.get('undecided') === null && { undecided: text.undecidedFirst }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    const refused = await send(reason, isEarly);
    setBusy(false);
    if (refused) setFailure(refused.message);
  };

  return (
    <Dialog
      open
      title={
        of.kind === 'close'
          ? formatText(text.dialogClose, { month: showPeriod(of.plan.period) })
          : text.dialogPause
      }
      closeLabel={text.dialogLabel}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form="run" kind={of.kind === 'close' ? 'danger' : 'ink'} busy={busy}>
            {of.kind === 'close'
              ? formatText(text.closeSubmit, { sum: showSum(of.dryRun.totals?.charged ?? '0.00') })
              : text.pause}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <form id="run" noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="2">
          {of.kind === 'close' ? (
            <>
              <p>
                {formatText(text.dialogText, {
                  accounts: of.dryRun.totals?.accounts ?? 0,
                  sum: showSum(of.dryRun.totals?.charged ?? '0.00'),
                })}
              </p>
              <Text size="s" tone="quiet">
                {text.dialogPace}
              </Text>
            </>
          ) : (
            <p>{text.pauseText}</p>
          )}
          {needsEarly && (
            <CheckField
              name="early"
              label={formatText(text.dialogEarly, { moment: showMoment(of.plan.readingsUntil) })}
              error={problems.early}
            />
          )}
          {needsUndecided && (
            <CheckField
              name="undecided"
              label={formatText(text.dialogUndecided, {
                n: of.plan.undecided.readings,
                given: showKwh(of.plan.undecided.kwh),
                kwh: showKwh(of.dryRun.totals?.undecided?.kwh ?? 0),
              })}
              error={problems.undecided}
            />
          )}
          <AreaField name="reason" label={text.reason} error={problems.reason} maxLength={300} rows={2} />
          {failure && (
            <Notice kind="bad" live="alert">
              {failure}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
