import { type RefObject, useEffect, useId, useRef } from 'react';
import { toKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire, sumMoney } from '#domain/money.ts';
import { isUntouched } from '#domain/readings/parse-reading-value.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BriefCost } from './brief-cost.tsx';
import { checkTyped } from './check-typed.ts';
import { ConfirmPanel } from './confirm-panel.tsx';
import { CorrectionReason } from './correction-reason.tsx';
import { CostPanel } from './cost-panel.tsx';
import type { Draft } from './draft.ts';
import type { DraftHandle } from './draft-store.ts';
import { MessageText } from './message-text.tsx';
import styles from './meter-form.module.css';
import { PhotoField } from './photo-field.tsx';
import type { CostData, OutcomeData, RegisterData } from './reading-types.ts';
import { RegisterField } from './register-field.tsx';
import { text } from './text.ts';
import { usePreview } from './use-preview.ts';
import {
  hasPhoto,
  messageOf,
  REASON_MISSING,
  type SubmissionOptions,
  submissionOf,
  useSubmission,
} from './use-submission.ts';

interface MeterFormProps {
  /** The fields and the button alone; the bill beside the bill without the reading is told elsewhere. */
  isBrief: boolean;
  options: SubmissionOptions;
  handle: DraftHandle;
  /** Those that still want a value; all of them in a correction. */
  registers: readonly RegisterData[];
}

/** The registers of one meter in one form: digits, what they cost, what is asked, and the way to hand them in. */
export function MeterForm({ isBrief, options, handle, registers }: MeterFormProps) {
  const { account, meter, window, supplierEmail } = options;
  const { draft, dispatch } = handle;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const submit = useSubmission(options, handle);
  const check = checkTyped(meter, window, submissionOf(draft), deviceNow());
  const refusedNow = check.problems.filter(({ kind }) => kind === 'refused');
  const isCountable = refusedNow.every(({ code }) => code === 'readings.valueTooLarge');
  const touched = isCountable ? touchedOf(draft.values) : {};
  const isAsked = !isBrief || Object.keys(touched).length > 0;
  const { correcting } = draft;
  const preview = usePreview(account, meter.meterId, touched, { correcting, isEnabled: isAsked });
  const { hindrance } = draft;
  const isReady = check.registers.length > 0 && refusedNow.length === 0;
  const isPhotoThere = hasPhoto(draft);
  const wantsPhoto = isPhotoThere || hindrance?.kind === 'photo';

  // Where the button stands right under the fields it keeps its place.
  const word = hindrance === undefined && <WordBefore outcome={preview.outcome} />;

  // In little room the field alone says it, and takes the focus.
  const isToldInField = isBrief && hindrance?.kind === 'refused' && hindrance.zones.length > 0;
  const { refusals } = draft;
  useEffect(() => {
    if (isToldInField && refusals > 0) focusFirst(form, '[aria-invalid]');
  }, [isToldInField, refusals]);

  const fieldId = (zone: Zone) => `${id}-${zone}`;
  const edit = () => {
    dispatch({ type: 'backToEditing' });
    focusFirst(form);
  };

  return (
    <form
      ref={form}
      className={classes(styles.form, isBrief && styles.brief)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.fields}>
        {hindrance?.kind === 'refused' && !isToldInField && (
          <ErrorSummary
            title={text.refusedTitle}
            attempt={draft.refusals}
            items={summaryItems(hindrance.zones, hindrance.message, fieldId, registers, hindrance.code)}
          />
        )}
        {registers.map((register) => {
          const { zone } = register;
          const found = check.registers.find((one) => one.zone === zone);
          const refused = refusedNow.find((problem) => problem.zone === zone);
          const isRefused = hindrance?.kind === 'refused' && hindrance.zones.includes(zone);
          const problem = refused ? messageOf(refused.code, refused.params, supplierEmail) : undefined;
          return (
            <RegisterField
              key={zone}
              id={fieldId(zone)}
              meter={meter}
              register={register}
              value={draft.values[zone] ?? ''}
              problem={problem ?? (isRefused ? hindrance.message : undefined)}
              isRefused={isRefused}
              kwh={found && !refused ? toKwh(found.energy) : undefined}
              rolledOver={found?.rolledOver ?? false}
              sum={sumOfZone(preview.cost, zone)}
              isSumBehind={preview.isBehind}
              onType={(typed) => dispatch({ type: 'typed', zone, text: typed })}
            />
          );
        })}
        {!isBrief && check.registers.length === 0 && <p className={styles.hint}>{text.waitingForValue}</p>}
        {draft.correcting && (
          <CorrectionReason
            reason={draft.reason}
            error={
              hindrance?.kind === 'refused' && hindrance.code === REASON_MISSING
                ? hindrance.message
                : undefined
            }
            onChange={(reason) => dispatch({ type: 'reasonGiven', reason })}
          />
        )}
      </div>

      <div className={styles.cost}>
        {isBrief ? (
          <BriefCost preview={preview} isUntouched={check.registers.length === 0} />
        ) : (
          <CostPanel
            serial={meter.serialNumber}
            preview={preview}
            period={window.period}
            isWindowOpen={window.isOpen}
            isCorrection={draft.correcting}
            headingId={`${id}-cost`}
          />
        )}
      </div>

      <div className={styles.actions}>
        {!isBrief && word}
        {wantsPhoto && (
          <PhotoField
            account={account}
            reason={hindrance?.kind === 'photo' ? hindrance.message : ''}
            isThere={isPhotoThere}
            onAdded={(photoId) => dispatch({ type: 'photoAdded', photoId })}
            onKept={(photo) => dispatch({ type: 'photoKept', photo })}
            onRemoved={() => dispatch({ type: 'photoRemoved' })}
          />
        )}
        {hindrance?.kind === 'failed' && (
          <Notice kind="bad" live="alert" title={text.failedTitle}>
            <p>
              <MessageText>{hindrance.message}</MessageText>
            </p>
            <p>{text.failedOffline}</p>
          </Notice>
        )}
        {hindrance?.kind === 'confirm' ? (
          <ConfirmPanel
            message={hindrance.message}
            onEdit={edit}
            onAgree={() => {
              dispatch({ type: 'agreed' });
              void submit();
            }}
          />
        ) : (
          <div className={styles.buttons}>
            <Button
              type="submit"
              kind={isBrief ? 'ink' : isReady && !(wantsPhoto && !isPhotoThere) ? 'lamp' : 'quiet'}
              busy={draft.sending}
            >
              {submitLabel(draft, isBrief)}
            </Button>
            {draft.correcting && (
              <Button kind="plain" onClick={() => dispatch({ type: 'correctionLeft' })}>
                {text.leaveCorrection}
              </Button>
            )}
          </div>
        )}
        {isBrief && word}
      </div>
    </form>
  );
}

function submitLabel({ sending, hindrance, correcting }: Draft, isBrief: boolean): string {
  if (sending) return text.submitting;
  if (hindrance?.kind === 'failed') return text.retry;
  if (correcting) return text.submitCorrection;
  return isBrief ? text.submitBrief : text.submit;
}

/** What is to be corrected, each a link to its field; a form without any value points to the first. */
function summaryItems(
  zones: readonly Zone[],
  message: string,
  fieldId: (zone: Zone) => string,
  registers: readonly RegisterData[],
  code: string,
) {
  const first = registers[0]?.zone;
  if (code === 'field.required' && first) return [{ field: fieldId(first), text: message }];
  if (zones.length === 0) return [{ text: message }];
  return zones.map((zone) => ({
    field: fieldId(zone),
    text: zones.length === 1 && registers.length === 1 ? message : `${text.zones[zone]}: ${message}`,
  }));
}

function touchedOf(values: Partial<Record<Zone, string>>): Partial<Record<Zone, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, typed]) => !isUntouched(typed)));
}

function sumOfZone(cost: CostData | undefined, zone: Zone): string | undefined {
  const lines = cost?.lines.filter((line) => line.zone === zone && line.kind === 'energy') ?? [];
  return lines.length > 0 ? formatMoney(sumMoney(lines.map(({ sum }) => moneyFromWire(sum)))) : undefined;
}

/** What will be asked or looked at when these values are handed in, else what is to be known of them. */
function WordBefore({ outcome }: { outcome: OutcomeData | undefined }) {
  if (outcome?.kind === 'needsConfirmation' || outcome?.kind === 'underReview') {
    return <Notice kind="warn">{outcome.message}</Notice>;
  }
  return outcome?.advice ? <Notice kind="info">{outcome.advice.message}</Notice> : null;
}

function focusFirst(form: RefObject<HTMLFormElement | null>, which = ''): void {
  form.current?.querySelector<HTMLInputElement>(`input[inputmode="numeric"]${which}`)?.focus();
}
