import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endMaintenance,
  getMaintenance,
  type MaintenanceData,
  maxMaintenanceHours,
  maxMaintenanceText,
  restoredSoonText,
  setMaintenance,
} from '#contract/maintenance.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showMoment } from '#web/lib/format.ts';
import { QueryFailure, QueryPart } from '#web/lib/query/query-part.tsx';
import { fromKyivInput, toKyivInput } from '#web/lib/time/kyiv-input.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import styles from './maintenance.module.css';
import { text } from './text.ts';

const maintenanceQuery = queryOptions({
  queryKey: ['maintenance'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(getMaintenance, {}, { signal }),
  // It begins and ends by the clock, and another owner may change it.
  refetchInterval: 30_000,
});

const reasonField = (name: string): FormField => ({
  name,
  wanted: text.reasonWanted,
  read: (typed) => typed.trim(),
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: (control) => (
    <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
  ),
});

/** Beside the form of the window, which has a reason too. */
const endReason = 'endReason';

const fieldsOf = ({ state }: MaintenanceData): readonly FormField[] => [
  // A running one has begun.
  ...(state === 'running'
    ? []
    : [
        {
          name: 'from',
          show: ({ required: _, ...control }) => (
            <TextField {...control} type="datetime-local" label={text.from} hint={text.fromHint} />
          ),
        } satisfies FormField,
      ]),
  {
    name: 'until',
    wanted: text.untilWanted,
    check: (typed) => (fromKyivInput(typed) === undefined ? { code: 'field.required' } : undefined),
    show: (control) => (
      <TextField
        {...control}
        type="datetime-local"
        label={text.until}
        hint={formatText(text.untilHint, { n: maxMaintenanceHours })}
      />
    ),
  },
  {
    name: 'text',
    read: (typed) => typed.trim(),
    show: ({ required: _, ...control }) => (
      <TextField
        {...control}
        label={text.forCustomers}
        hint={text.forCustomersHint}
        maxLength={maxMaintenanceText}
        autoComplete="off"
      />
    ),
  },
  reasonField('reason'),
];

/** What is planned or runs now, what customers see of it, and for an owner the switch. */
export function MaintenancePanel({ mayChange }: { mayChange: boolean }) {
  const query = useQuery(maintenanceQuery);
  return (
    <QueryPart query={query} failed={text.failed} skeleton={<RowsSkeleton label={text.loading} rows={4} />}>
      {({ maintenance }) => <Present maintenance={maintenance} mayChange={mayChange} />}
    </QueryPart>
  );
}

interface PresentProps {
  maintenance: MaintenanceData;
  mayChange: boolean;
}

function Present({ maintenance, mayChange }: PresentProps) {
  const client = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const { state, from, until, reason, by, revision } = maintenance;

  async function done(call: Promise<ApiResult<{ maintenance: MaintenanceData }>>, words: string) {
    const result = await call;
    if (!result.ok) {
      // What another owner has set is shown before it is changed again.
      if (result.failure.code === 'management.changedMeanwhile') {
        setIsEnding(false);
        await client.invalidateQueries(maintenanceQuery);
      }
      return result.failure;
    }
    client.setQueryData(maintenanceQuery.queryKey, (known) => known && { ...known, ...result.data });
    setIsEnding(false);
    showTip('good', words);
    return undefined;
  }

  return (
    <Stack gap="4">
      <Stack gap="2">
        <Text tone="quiet">{text.lead}</Text>
        <Text tone="quiet">{text.kept}</Text>
      </Stack>
      <Notice
        kind={state === 'running' ? 'warn' : 'info'}
        title={text.states[state]}
        actions={
          mayChange && state !== 'off' && <Button onClick={() => setIsEnding(true)}>{text.end[state]}</Button>
        }
      >
        {from === null || until === null ? (
          text.offNext
        ) : (
          <>
            <p>
              {formatText(text.span, { from: showMoment(from), until: showMoment(until) })}{' '}
              {text.endsByItself}
            </p>
            <p>{formatText(text.because, { reason, by })}</p>
          </>
        )}
      </Notice>
      {mayChange ? (
        <Editor
          key={revision}
          maintenance={maintenance}
          send={(window) => done(callApi(setMaintenance, { ...window, revision }), text.saved)}
        />
      ) : (
        <>
          <Text tone="quiet">{text.ownerOnly}</Text>
          {until !== null && <Preview until={until} />}
        </>
      )}
      <Dialog
        open={isEnding && state !== 'off'}
        title={state === 'off' ? '' : text.end[state]}
        closeLabel={text.close}
        onClose={() => setIsEnding(false)}
      >
        {isEnding && (
          <Stack gap="2">
            <p>{text.endLead}</p>
            <FormStep
              fields={[reasonField(endReason)]}
              problems={text.problems}
              submit={state === 'off' ? '' : text.end[state]}
              busy={text.saving}
              kind="ink"
              takesFocus
              places={{ paths: { reason: endReason } }}
              send={(typed) =>
                done(callApi(endMaintenance, { reason: typed(endReason), revision }), text.ended)
              }
              actions={(button) => (
                <Row gap="1">
                  {button}
                  <Button onClick={() => setIsEnding(false)}>{text.cancel}</Button>
                </Row>
              )}
            />
          </Stack>
        )}
      </Dialog>
    </Stack>
  );
}

interface EditorProps {
  maintenance: MaintenanceData;
  send: (window: {
    from: string | null;
    until: string;
    reason: string;
    text: string;
  }) => ReturnType<Parameters<typeof FormStep>[0]['send']>;
}

function Editor({ maintenance, send }: EditorProps) {
  const { state, from, until, reason, text: forCustomers } = maintenance;
  const [shown, setShown] = useState<string | null>(until);
  const inputOf = (moment: string | null) => (moment === null ? '' : toKyivInput(instantFromIso(moment)));
  return (
    <div className={styles.editor}>
      <section className={styles.part} aria-labelledby="maintenance-form">
        <h2 id="maintenance-form">{text.form[state]}</h2>
        <FormStep
          fields={fieldsOf(maintenance)}
          problems={text.problems}
          submit={text.submit[state]}
          busy={text.saving}
          kind="ink"
          typed={{ from: inputOf(from), until: inputOf(until), text: forCustomers, reason }}
          form={{
            onChange: ({ target }) => {
              if (target instanceof HTMLInputElement && target.name === 'until')
                setShown(fromKyivInput(target.value) ?? null);
            },
          }}
          send={(typed) =>
            send({
              from: state === 'running' ? null : (fromKyivInput(typed('from')) ?? null),
              until: fromKyivInput(typed('until')) ?? '',
              reason: typed('reason'),
              text: typed('text'),
            })
          }
        />
      </section>
      <Preview until={shown} />
    </div>
  );
}

/** A part of a page as it is shown to customers while maintenance runs. */
function Preview({ until }: { until: string | null }) {
  return (
    <section className={styles.part} aria-labelledby="maintenance-preview">
      <h2 id="maintenance-preview">{text.preview}</h2>
      {until === null ? (
        <Text tone="quiet">{text.previewEmpty}</Text>
      ) : (
        <div className={styles.screen} inert>
          <QueryFailure query={refusedQuery(until, deviceNow())} title={text.previewPart} />
        </div>
      )}
    </section>
  );
}

function refusedQuery(until: string, now: Instant) {
  const message = restoredSoonText(until, now);
  const failure = { code: 'common.restoredSoon', message, reference: '', issues: [], details: undefined };
  return {
    error: new ApiError({ ...failure, httpStatus: 503 }),
    isFetching: false,
    refetch: () => undefined,
  };
}
