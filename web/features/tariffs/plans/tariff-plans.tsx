import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { planTariff, readTariffs, stepTariffPlan, tryTariffPlan } from '#contract/tariffs/tariff-plans.ts';
import type { TariffPlanData, tariffPlanSteps } from '#contract/values/tariff-plan.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { decidedBy } from '#web/lib/dated-changes/decided-by.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showMoment } from '#web/lib/format.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { withCancel } from '#web/ui/form/with-cancel.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { Conflict, PlanForm, reasonField } from './plan-form.tsx';
import styles from './plans.module.css';
import { type Priced, priceLines, zoneLines } from './price-words.ts';
import { text } from './text.ts';
import { TrialView } from './trial-view.tsx';

type TariffList = OutputOf<typeof readTariffs>;
type Tariff = TariffList['tariffs'][number];
type Step = (typeof tariffPlanSteps)[number];

/** While a trial runs its progress is asked for so often. */
const progressMs = 1000;

const tariffsQuery = queryOptions({
  queryKey: ['supplier-tariffs'],
  queryFn: ({ signal }) => queryApi(readTariffs, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.tariffs.some(({ plans }) => plans.some(({ trial }) => trial?.state === 'running'))
      ? progressMs
      : false,
});

const planTones: Readonly<Record<TariffPlanData['state'], StateTone>> = {
  draft: 'note',
  waiting: 'wait',
  refused: 'bad',
  activated: 'good',
  cancelled: 'void',
};
const versionTones = { past: 'void', current: 'good', planned: 'wait' } as const;

type Open =
  | { kind: 'plan'; tariff: Tariff; plan?: TariffPlanData }
  | { kind: 'step'; tariff: Tariff; plan: TariffPlanData; step: Step };

/** Every tariff with its versions and the planned ones, which are prepared, tried, activated and cancelled here. */
export function TariffPlans() {
  const query = useQuery(tariffsQuery);
  return (
    <QueryPart query={query} skeleton={<RowsSkeleton label={text.loading} />} failed={text.failed}>
      {(list) => <Tariffs list={list} />}
    </QueryPart>
  );
}

function titleOf(open: Open | undefined): string {
  if (open === undefined) return '';
  if (open.kind === 'step') return text[open.step];
  if (open.plan) return formatText(text.changeTitle, { from: showDate(open.plan.from) });
  return formatText(text.planTitle, { tariff: open.tariff.title });
}

function Tariffs({ list }: { list: TariffList }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const mayChange = useSessionStore(({ admin }) => hasRole(admin.roles, ['billing']));
  const close = () => setOpen(undefined);
  const refresh = () => client.invalidateQueries({ queryKey: tariffsQuery.queryKey });

  async function done(call: Promise<ApiResult<unknown>>, words?: string) {
    const result = await withMinimumDelay(call);
    await refresh();
    if (!result.ok) return result.failure;
    close();
    if (words) showTip('good', words);
    return undefined;
  }

  async function tryPlan({ planId }: TariffPlanData, act: 'start' | 'stop') {
    const failure = await done(callApi(tryTariffPlan, { planId, act }));
    if (failure) showTip('bad', failure.message);
  }

  return (
    <Stack gap="4">
      <Text tone="quiet">{text.lead}</Text>
      {list.tariffs.length === 0 && <p>{text.noTariffs}</p>}
      {list.tariffs.map((tariff) => (
        <TariffSection
          key={tariff.code}
          tariff={tariff}
          list={list}
          mayChange={mayChange}
          onOpen={setOpen}
          onTry={tryPlan}
        />
      ))}
      <Dialog open={open !== undefined} title={titleOf(open)} closeLabel={text.close} onClose={close}>
        {open?.kind === 'plan' && (
          <PlanForm
            initial={open.plan ?? open.tariff.versions[0] ?? noPrices}
            plan={open.plan}
            today={list.today}
            onCancel={close}
            send={(content) => {
              const of = { tariff: open.tariff.code, ...(open.plan && { planId: open.plan.planId }) };
              return done(callApi(planTariff, { ...of, ...content }), text.saved);
            }}
          />
        )}
        {open?.kind === 'step' && (
          <StepForm
            plan={open.plan}
            step={open.step}
            onCancel={close}
            send={(revision, reason) => {
              const { planId } = open.plan;
              const asked = { planId, revision, step: open.step, reason };
              return done(callApi(stepTariffPlan, asked), text.stepDone[open.step]);
            }}
          />
        )}
      </Dialog>
    </Stack>
  );
}

/** What the form of the first version of a tariff begins with. */
const noPrices: Priced = { from: '2000-01-01', rule: { kind: 'flat', price: '' }, zones: {}, act: '' };

interface TariffSectionProps {
  tariff: Tariff;
  list: TariffList;
  mayChange: boolean;
  onOpen: (open: Open) => void;
  onTry: (plan: TariffPlanData, act: 'start' | 'stop') => void;
}

function TariffSection({ tariff, list, mayChange, onOpen, onTry }: TariffSectionProps) {
  const { code, title, plans } = tariff;
  const isOpen = ({ state, isAhead }: TariffPlanData) =>
    state !== 'cancelled' && (state !== 'activated' || isAhead);
  const [ahead, ended] = [plans.filter(isOpen), plans.filter((plan) => !isOpen(plan))];
  return (
    <Card labelledBy={`tariff-${code}`}>
      <Stack gap="3">
        <div className={styles.head}>
          <h2 id={`tariff-${code}`}>{title}</h2>
          {mayChange && (
            <Button
              aria-label={formatText(text.planOf, { tariff: title })}
              onClick={() => onOpen({ kind: 'plan', tariff })}
            >
              {text.plan}
            </Button>
          )}
        </div>
        {ahead.length > 0 && (
          <Stack as="section" gap="1" aria-label={text.planned}>
            <h3>{text.planned}</h3>
            {ahead.map((plan) => (
              <PlanPart
                key={plan.planId}
                plan={plan}
                tariff={tariff}
                list={list}
                mayChange={mayChange}
                onOpen={onOpen}
                onTry={onTry}
              />
            ))}
          </Stack>
        )}
        <Versions tariff={tariff} />
        {ended.length > 0 && (
          <Disclosure summary={text.closedPlans}>
            <Stack as="ul" gap="2">
              {ended.map((plan) => (
                <li key={plan.planId}>
                  <PlanHead plan={plan} />
                  <PlanWords plan={plan} />
                </li>
              ))}
            </Stack>
          </Disclosure>
        )}
      </Stack>
    </Card>
  );
}

/** The versions of a tariff that are in force or ahead; the former ones are folded, the newest first. */
function Versions({ tariff: { title, versions } }: { tariff: Tariff }) {
  const former = versions.filter(({ state }) => state === 'past');
  const shown = versions.filter(({ state }) => state !== 'past');
  return (
    <>
      {shown.length === 0 ? (
        <p>{former.length > 0 ? text.noneNow : text.noVersions}</p>
      ) : (
        <VersionTable caption={formatText(text.versionsOf, { tariff: title })} versions={shown} />
      )}
      {former.length > 0 && (
        <Disclosure summary={formatText(text.former, { n: former.length })}>
          <VersionTable caption={formatText(text.formerOf, { tariff: title })} versions={former} />
        </Disclosure>
      )}
    </>
  );
}

function VersionTable({ caption, versions }: { caption: string; versions: Tariff['versions'] }) {
  return (
    <table className={styles.versions}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {[text.dates, text.prices, text.zones, text.basis].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.from}>
            <th scope="row">
              <p>
                {version.to === null
                  ? formatText(text.since, { from: showDate(version.from) })
                  : formatText(text.fromTo, { from: showDate(version.from), to: showDate(version.to) })}
              </p>
              <StateMark tone={versionTones[version.state]}>{text.versionStates[version.state]}</StateMark>
            </th>
            <td>
              <Prices version={version} />
            </td>
            <td>
              <Zones version={version} />
            </td>
            <td>{version.act}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Prices({ version }: { version: Priced }) {
  return (
    <ul className={styles.prices}>
      {priceLines(version).map(({ price, volume }) => (
        <li key={volume}>
          <strong>{price}</strong> <span>{volume}</span>
        </li>
      ))}
    </ul>
  );
}

function Zones({ version }: { version: Priced }) {
  return (
    <ul className={styles.zones}>
      {zoneLines(version).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function PlanHead({ plan }: { plan: TariffPlanData }) {
  return (
    <p className={styles.planHead}>
      <strong>{formatText(text.since, { from: showDate(plan.from) })}</strong>
      <StateMark tone={planTones[plan.state]}>{text.states[plan.state]}</StateMark>
      {plan.isRecalculation && <StateMark tone="note">{text.recalculation}</StateMark>}
    </p>
  );
}

/** Who made what of a plan, and why. */
function PlanWords({ plan }: { plan: TariffPlanData }) {
  const { author, changedAt, reason, decided, state } = plan;
  return (
    <>
      <Text size="s" tone="quiet">
        {formatText(text.authorLine, { name: author.name, moment: showMoment(changedAt), reason })}
      </Text>
      {decided && (
        <Text size="s" tone="quiet">
          {formatText(text.decidedLine, {
            state: state === 'waiting' ? text.asked : text.states[state],
            name: decidedBy(decided.by.name, decided.accountSince),
            moment: showMoment(decided.at),
            reason: decided.reason,
          })}
        </Text>
      )}
    </>
  );
}

/** What may be done to a plan now, by whom. */
function stepsOf({ state, isAhead, isRecalculation }: TariffPlanData, isOwn: boolean): Step[] {
  if (state === 'activated') return isAhead ? ['cancel'] : [];
  const isLate = !isAhead && !isRecalculation;
  if (state !== 'waiting') return isLate ? ['cancel'] : ['ask', 'cancel'];
  if (isOwn) return ['cancel'];
  return isLate ? ['refuse', 'cancel'] : ['activate', 'refuse', 'cancel'];
}

function PlanPart({
  plan,
  tariff,
  list,
  mayChange,
  onOpen,
  onTry,
}: TariffSectionProps & { plan: TariffPlanData }) {
  const { state, trial } = plan;
  const isOwn = plan.author.id === list.you;
  const canTry = state !== 'activated' && list.lastClosed !== null;
  const labelOf = (words: string) =>
    formatText(text.ofPlan, { words, tariff: tariff.title, from: showDate(plan.from) });
  return (
    <div className={styles.plan}>
      <Stack gap="1">
        <div>
          <PlanHead plan={plan} />
          <PlanWords plan={plan} />
        </div>
        <Prices version={plan} />
        <Zones version={plan} />
        <Text size="s">{plan.act}</Text>
      </Stack>
      <Stack gap="2">
        {trial && (
          <>
            <h4>{text.trial}</h4>
            <TrialView trial={trial} />
          </>
        )}
        {state !== 'activated' && list.lastClosed === null && (
          <Text size="s" tone="quiet">
            {text.nothingClosed}
          </Text>
        )}
        {state === 'waiting' && isOwn && mayChange && (
          <Text size="s" tone="quiet">
            {text.ownPlan}
          </Text>
        )}
        {mayChange && (
          <Row gap="1">
            {stepsOf(plan, isOwn).map((step) => (
              <Button
                key={step}
                kind={step === 'activate' || step === 'ask' ? 'ink' : step === 'cancel' ? 'plain' : 'quiet'}
                aria-label={labelOf(text[step])}
                onClick={() => onOpen({ kind: 'step', tariff, plan, step })}
              >
                {text[step]}
              </Button>
            ))}
            {state !== 'activated' && (
              <Button
                aria-label={labelOf(text.change)}
                onClick={() => onOpen({ kind: 'plan', tariff, plan })}
              >
                {text.change}
              </Button>
            )}
            {canTry && trial?.state !== 'running' && (
              <Button
                aria-label={labelOf(trial ? text.tryAgain : text.tryIt)}
                onClick={() => onTry(plan, 'start')}
              >
                {trial ? text.tryAgain : text.tryIt}
              </Button>
            )}
            {trial?.state === 'running' && (
              <Button aria-label={labelOf(text.stop)} onClick={() => onTry(plan, 'stop')}>
                {text.stop}
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </div>
  );
}

interface StepFormProps {
  plan: TariffPlanData;
  step: Step;
  send: (revision: number, reason: string) => ReturnType<Parameters<typeof FormStep>[0]['send']>;
  onCancel: () => void;
}

/** Refusals that tell what the plan has become. */
const tellsPlan: ReadonlySet<string> = new Set(['tariffs.changedMeanwhile', 'tariffs.wrongState']);

/** What a step does, how many it is about, and why it is made. */
function StepForm({ plan, step, send, onCancel }: StepFormProps) {
  const [now, setNow] = useState(plan);
  const isChanged = now.revision !== plan.revision;
  const lead =
    step === 'activate' && now.isRecalculation ? text.stepLeads.activateRecalculation : text.stepLeads[step];
  return (
    <Stack gap="2">
      <p>{formatText(lead, { from: showDate(now.from) })}</p>
      {isChanged && <Conflict before={plan} after={now} />}
      {(step === 'activate' || step === 'ask') && (
        <>
          <Prices version={now} />
          {now.trial === null ? (
            <Notice kind="warn">{text.noTrialYet}</Notice>
          ) : (
            <TrialView trial={now.trial} />
          )}
        </>
      )}
      <FormStep
        fields={[reasonField]}
        problems={text.problems}
        submit={text[step]}
        busy={text.sending}
        kind={step === 'cancel' || step === 'refuse' ? 'danger' : 'ink'}
        takesFocus
        send={async (value) => {
          const failure = await send(now.revision, value('reason'));
          if (failure && 'details' in failure && tellsPlan.has(failure.code))
            setNow((failure.details as { plan: TariffPlanData }).plan);
          return failure;
        }}
        actions={withCancel(text.back, onCancel)}
      />
    </Stack>
  );
}
