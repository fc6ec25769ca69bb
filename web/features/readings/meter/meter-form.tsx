import { type RefObject, useEffect, useId, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { toKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire, sumMoney } from '#domain/money.ts';
import { zonesToType } from '#domain/readings/reading-ask.ts';
import type { ReadingOutcome, ReadingProblem } from '#domain/readings/reading-outcome.ts';
import { isUntouched } from '#domain/readings/reading-value.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showMoney } from '#web/lib/format.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import { zoneList } from '#web/lib/zone-parts.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { CostData, OutcomeData, RegisterData } from '../api.ts';
import { text } from '../text.ts';
import briefCostStyles from './brief-cost.module.css';
import { checkTyped } from './check-typed.ts';
import confirmPanelStyles from './confirm-panel.module.css';
import { CorrectionReason } from './correction-reason.tsx';
import { CostPanel, type CostState, costSentence, type TypedPart, whyNoCost } from './cost-panel.tsx';
import { type Draft, isRefusal } from './draft.ts';
import type { DraftHandle } from './draft-store.ts';
import styles from './meter-form.module.css';
import { outcomeWords } from './outcome-words.ts';
import { PhotoField } from './photo-field.tsx';
import { RegisterField } from './register-field.tsx';
import { isAcceptedWithPhoto } from './to-submission-error.ts';
import { type Preview, usePreview } from './use-preview.ts';
import {
  hasPhoto,
  messageOf,
  REASON_MISSING,
  type SubmissionOptions,
  submissionOf,
  useSubmission,
} from './use-submission.ts';

interface ConfirmPanelProps {
  message: string;
  /** The figures behind the question: kWh now and last year. */
  advice: string | undefined;
  onAgree: () => void;
  onEdit: () => void;
}

/** A question of the rules in the place of the submit button: confirm, or edit the digits. Takes the focus. */
function ConfirmPanel({ message, advice, onAgree, onEdit }: ConfirmPanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <div className={confirmPanelStyles.panel}>
      <h3 ref={title} tabIndex={-1}>
        {text.confirmTitle}
      </h3>
      <p>{message}</p>
      {advice && <p>{advice}</p>}
      <Row gap="15">
        <Button data-changes kind="lamp" onClick={onAgree}>
          {text.agree}
        </Button>
        <Button onClick={onEdit}>{text.edit}</Button>
      </Row>
    </div>
  );
}

interface BriefCostProps extends TypedPart {
  preview: Preview;
  state: CostState;
}

/** The cost of the typed values and the resulting bill in one sentence. */
function BriefCost({ preview, state, ...part }: BriefCostProps) {
  const { cost } = preview;
  return (
    <p className={briefCostStyles.cost} role="status" data-behind={preview.isBehind ? '' : undefined}>
      {cost ? costSentence(text.briefCost, cost, part) : whyNoCost(preview, state)}
    </p>
  );
}

/**
 * Sets `--keyboard` of an element to the height in px of the page covered by a phone's keyboard, so that sticky
 * content stays above it. Browsers shrink only the visual viewport when a keyboard opens.
 */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () => {
      // When zoomed in, the visual viewport is small without a keyboard.
      const covered = seen.scale > 1.01 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, [element]);
}

interface MeterFormProps {
  /** Fields and button only; the comparison of bills is elsewhere. */
  isBrief: boolean;
  options: SubmissionOptions;
  handle: DraftHandle;
  /** The registers without a value; in a correction, all of them. */
  registers: readonly RegisterData[];
}

/** The form of one meter: digits, cost, questions and submission. */
export function MeterForm({ isBrief, options, handle, registers }: MeterFormProps) {
  const { account, meter, window } = options;
  const { draft, dispatch } = handle;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useKeyboardInset(form);
  const submit = useSubmission(options, handle);
  const check = checkTyped(meter, window, submissionOf(draft), deviceNow());
  const refusedNow = check.problems.filter(({ kind }) => kind === 'refused');
  // A refused value, or one that needs a photo first, has no known cost.
  const touched = refusedNow.length === 0 ? touchedOf(draft.values) : {};
  const isPreviewEnabled = !isBrief || Object.keys(touched).length > 0;
  const { correcting } = draft;
  const preview = usePreview(account, meter.meterId, touched, { correcting, isEnabled: isPreviewEnabled });
  const { submissionError } = draft;
  const isReady = check.registers.length > 0 && refusedNow.length === 0;
  // A refused value is shown before another field is asked for.
  const left = correcting || !isReady ? [] : zonesToType(registers, draft.values);
  const [next] = left;
  const given = meter.registers.flatMap(({ zone }) => (left.includes(zone) ? [] : [zone]));
  const hasAnyPhoto = hasPhoto(draft);
  const needsPhoto = submissionError?.kind === 'photo' && !hasAnyPhoto;
  const costState = costStateOf(check, needsPhoto);
  const refusedZones = zonesOfRefusal(submissionError, registers);
  const photoProblem = check.problems.find(
    ({ code, cause }) => isAcceptedWithPhoto(code) || isOfValue(cause),
  );
  const photoZone =
    photoProblem?.zone ?? refusedZones[0] ?? (hasAnyPhoto ? registers.at(-1)?.zone : undefined);

  // Directly below the fields the button keeps its place.
  const notice = submissionError === undefined && <PreviewNotice outcome={preview.outcome} />;

  const fieldId = (zone: Zone) => `${id}-${zone}`;
  const reasonError =
    submissionError?.kind === 'refused' && submissionError.code === REASON_MISSING
      ? submissionError.message
      : undefined;
  const summary = reasonError === undefined ? summaryItems(submissionError, refusedZones, fieldId) : [];

  // One problem is shown at its place, which gets the focus; several have a summary of links.
  const place = needsPhoto ? 'input[type="file"]' : reasonError ? 'input[type="radio"]' : '[aria-invalid]';
  const hasPlace = isRefusal(submissionError) && summary.length === 0;
  const { refusals } = draft;
  useEffect(() => {
    if (hasPlace && refusals > 0) focusFirst(form, place);
  }, [hasPlace, place, refusals]);

  const edit = (zone: Zone | undefined = registers[0]?.zone) => {
    dispatch({ type: 'backToEditing' });
    const field = form.current?.querySelector<HTMLInputElement>(`[id="${id}-${zone}"]`);
    field?.focus();
    field?.select();
  };

  return (
    <form
      ref={form}
      className={classes(styles.form, isBrief && styles.brief)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (next === undefined) void submit();
        else document.getElementById(fieldId(next))?.focus();
      }}
    >
      <div className={styles.fields}>
        <ErrorSummary title={text.refusedTitle} attempt={draft.refusals} items={summary} />
        {registers.map((register) => {
          const { zone } = register;
          const found = check.registers.find((one) => one.zone === zone);
          const refused = refusedNow.find((problem) => problem.zone === zone);
          const isRefused = isRefusal(submissionError) && refusedZones.includes(zone);
          const problem = refused ? messageOf(refused, undefined) : undefined;
          const isLower = refused?.code === 'readings.lowerThanPrevious';
          return (
            <RegisterField
              key={zone}
              id={fieldId(zone)}
              meter={meter}
              register={register}
              value={draft.values[zone] ?? ''}
              problem={problem ?? (isRefused ? submissionError?.message : undefined)}
              isRefused={isRefused}
              remedy={
                zone === photoZone &&
                (needsPhoto || hasAnyPhoto || photoProblem) && (
                  <PhotoField
                    account={account}
                    reason={isLower ? text.photoOfLower : undefined}
                    describedBy={`${fieldId(zone)}-error`}
                    hasPhoto={hasAnyPhoto}
                    onAdded={(photoId) => dispatch({ type: 'photoAdded', photoId })}
                    onUnsent={(photo) => dispatch({ type: 'photoUnsent', photo })}
                    onRemoved={() => dispatch({ type: 'photoRemoved' })}
                    onEdit={() => edit(zone)}
                  />
                )
              }
              keepsRemedy={hasAnyPhoto}
              kwh={found && !refused && !found.isLower ? toKwh(found.energySincePrevious) : undefined}
              monthKwh={found && found.energy !== found.energySincePrevious ? toKwh(found.energy) : undefined}
              isLast={
                correcting ||
                registers.every((one) => one.zone === zone || !isUntouched(draft.values[one.zone]))
              }
              rolledOver={found?.rolledOver ?? false}
              sum={sumOfZone(preview.cost, zone)}
              isSumBehind={preview.isBehind}
              onType={(typed) => dispatch({ type: 'typed', zone, text: typed })}
            />
          );
        })}
        {!isBrief && check.registers.length === 0 && <Text tone="quiet">{text.waitingForValue}</Text>}
        {draft.correcting && (
          <CorrectionReason
            hasZones={registers.length > 1}
            reason={draft.reason}
            error={reasonError}
            onChange={(reason) => dispatch({ type: 'reasonGiven', reason })}
          />
        )}
      </div>

      <div className={styles.cost}>
        {isBrief ? (
          <BriefCost preview={preview} state={costState} given={given} left={left} />
        ) : (
          <CostPanel
            serial={meter.serialNumber}
            preview={preview}
            state={costState}
            given={given}
            left={left}
            period={window.period}
            isWindowOpen={window.isOpen}
            isCorrection={draft.correcting}
            headingId={`${id}-cost`}
          />
        )}
      </div>

      <div className={styles.actions}>
        {!isBrief && notice}
        {submissionError?.kind === 'failed' && (
          <Notice kind="bad" live="alert" title={text.failedTitle}>
            <p>
              <MessageText>{submissionError.message}</MessageText>
            </p>
            <p>{text.failedOffline}</p>
          </Notice>
        )}
        {submissionError?.kind === 'confirm' ? (
          <ConfirmPanel
            message={submissionError.message}
            advice={submissionError.advice}
            onEdit={() => edit()}
            onAgree={() => {
              dispatch({ type: 'agreed' });
              void submit();
            }}
          />
        ) : (
          <div
            className={styles.buttons}
            data-follows={isBrief || check.registers.length === 0 || needsPhoto ? undefined : ''}
          >
            {!needsPhoto && (
              <Button type="submit" kind={isBrief ? 'ink' : isReady ? 'lamp' : 'quiet'} busy={draft.sending}>
                <SubmitLabel
                  draft={draft}
                  isBrief={isBrief}
                  next={next}
                  sum={preview.isBehind ? undefined : preview.cost?.sum}
                />
              </Button>
            )}
            {draft.correcting && (
              <Button kind="plain" onClick={() => dispatch({ type: 'correctionCancelled' })}>
                {text.leaveCorrection}
              </Button>
            )}
          </div>
        )}
        {next !== undefined && submissionError?.kind !== 'confirm' && !draft.sending && (
          <Button kind="plain" onClick={() => void submit()}>
            {formatText(text.sendPart, { zones: zoneList(left) })}
          </Button>
        )}
        {isBrief && notice}
      </div>
    </form>
  );
}

interface SubmitLabelProps {
  draft: Draft;
  isBrief: boolean;
  /** The zone to which the button leads first. */
  next: Zone | undefined;
  sum: string | undefined;
}

/** The action of the button and, except in the brief form, the cost of the typed values: "302.40". */
function SubmitLabel({ draft, isBrief, next, sum }: SubmitLabelProps) {
  const { sending, submissionError, correcting } = draft;
  if (sending) return text.submitting;
  if (next !== undefined) return formatText(text.next, { zone: text.zones[next] });
  if (submissionError?.kind === 'failed') return text.retry;
  if (correcting) return text.submitCorrection;
  if (isBrief) return text.submitBrief;
  if (sum === undefined) return text.submit;
  return (
    <span>
      {text.submitBrief}
      <VisuallyHidden>{text.submitRest}</VisuallyHidden>
      {formatText(text.submitSum, { sum: showMoney(sum) })}
    </span>
  );
}

/** The refused registers; the first one where none is named but a value or a photo is missing. Empty: the reading as a whole. */
function zonesOfRefusal(
  error: Draft['submissionError'],
  registers: readonly RegisterData[],
): readonly Zone[] {
  if (error?.kind !== 'photo' && error?.kind !== 'refused') return [];
  const isOfRegister = error.kind === 'photo' || error.code === 'field.required';
  return error.zones.length === 0 && isOfRegister
    ? registers.slice(0, 1).map(({ zone }) => zone)
    : error.zones;
}

/** Why the reading as a whole was refused, or links to several refused fields, each of which shows its problem. */
function summaryItems(
  error: Draft['submissionError'],
  zones: readonly Zone[],
  fieldId: (zone: Zone) => string,
) {
  if (!isRefusal(error)) return [];
  if (zones.length === 0) return error ? [{ text: error.message }] : [];
  if (zones.length === 1) return [];
  return zones.map((zone) => ({ field: fieldId(zone), text: text.zones[zone] }));
}

/** A value that an operator looks at by its photo. */
function isOfValue(cause: ReadingProblem['cause']): boolean {
  return cause?.kind === 'lower' || cause?.kind === 'tooLarge';
}

function costStateOf({ registers, problems }: ReadingOutcome, needsPhoto: boolean): CostState {
  if (registers.length === 0) return 'untouched';
  if (needsPhoto) return 'needsPhoto';
  return problems.some(({ kind }) => kind === 'refused') ? 'refused' : 'typed';
}

function touchedOf(values: Partial<Record<Zone, string>>): Partial<Record<Zone, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, typed]) => !isUntouched(typed)));
}

function sumOfZone(cost: CostData | undefined, zone: Zone): string | undefined {
  const lines = cost?.lines.filter((line) => line.zone === zone && line.kind === 'energy') ?? [];
  return lines.length > 0 ? formatMoney(sumMoney(lines.map(({ sum }) => moneyFromWire(sum)))) : undefined;
}

/** What will be asked or checked when these values are submitted, else an advice. */
function PreviewNotice({ outcome }: { outcome: OutcomeData | undefined }) {
  if (outcome?.kind === 'needsConfirmation' || outcome?.kind === 'underReview') {
    const { message, advice } = outcomeWords(outcome);
    return (
      <Notice kind="warn">
        <p>{message}</p>
        {advice && <p>{advice}</p>}
      </Notice>
    );
  }
  return outcome?.advice ? <Notice kind="info">{outcome.advice.message}</Notice> : null;
}

/** Focuses the first of these and shows its register, with what is below the digits. */
function focusFirst(form: RefObject<HTMLFormElement | null>, which: string): void {
  const input = form.current?.querySelector<HTMLInputElement>(which);
  input?.focus();
  input?.closest('[data-invalid]')?.scrollIntoView({ block: 'center' });
  // With large text the register is higher than the window.
  const control = input?.type === 'file' ? input.labels?.[0] : input;
  control?.scrollIntoView({ block: 'nearest' });
}
