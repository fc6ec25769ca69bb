import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { answerActObjection, listActObjections } from '#contract/payment-documents/objections.ts';
import { maxObjectionLength } from '#contract/payment-documents.ts';
import { AnswerForm } from '#web/lib/answer-form/answer-form.tsx';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showMoment, showPeriod } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { adminText as text } from './admin-text.ts';
import styles from './document-view.module.css';

type Objection = OutputOf<typeof listActObjections>['objections'][number];

const objectionsQuery = queryOptions({
  queryKey: ['act-objections'],
  queryFn: ({ signal }) => queryApi(listActObjections, {}, { signal }),
});

const keyOf = ({ account, period, payee }: Objection) => `${account} ${period} ${payee}`;

/** Objections of companies to acts of acceptance, and the answers to them. */
export function ActObjections() {
  const client = useQueryClient();
  const query = useQuery(objectionsQuery);
  const [open, setOpen] = useState<string>();
  return (
    <Stack as="section" gap="2" aria-labelledby="objections">
      <h2 id="objections">{text.objections}</h2>
      <QueryPart
        query={query}
        failed={text.objectionsFailed}
        skeleton={<RowsSkeleton label={text.objectionsLoading} rows={3} />}
      >
        {({ objections, waiting }) =>
          objections.length === 0 ? (
            <Text tone="quiet">{text.objectionsNone}</Text>
          ) : (
            <>
              <Text size="s" tone="quiet">
                {formatText(text.waiting, { n: waiting })}
              </Text>
              <Stack as="ul" gap="3" aria-label={text.objections}>
                {objections.map((objection) => (
                  <Stack as="li" gap="1" key={keyOf(objection)}>
                    <Row gap="2" align="center">
                      <h3>
                        {formatText(text.act, {
                          account: objection.account,
                          month: showPeriod(objection.period),
                        })}
                        {objection.payee === 'operator' && ` ${text.operator}`}
                      </h3>
                      <StateMark tone={objection.answer === null ? 'wait' : 'good'}>
                        {objection.answer === null ? text.waits : text.answered}
                      </StateMark>
                    </Row>
                    <Text size="s" tone="quiet">
                      {[objection.by, showMoment(objection.objectedAt)].filter(Boolean).join(', ')}
                    </Text>
                    <p className={styles.said}>{objection.reason}</p>
                    {objection.answer !== null && <p className={styles.said}>{objection.answer}</p>}
                    {objection.answer === null &&
                      (open === keyOf(objection) ? (
                        <AnswerForm
                          maxLength={maxObjectionLength}
                          onCancel={() => setOpen(undefined)}
                          send={async (answer) => {
                            const { account, period, payee } = objection;
                            const result = await callApi(answerActObjection, {
                              account,
                              period,
                              payee,
                              answer,
                            });
                            if (!result.ok) return result.failure;
                            await client.invalidateQueries(objectionsQuery);
                            setOpen(undefined);
                            return undefined;
                          }}
                        />
                      ) : (
                        <Row gap="1">
                          <Button kind="quiet" onClick={() => setOpen(keyOf(objection))}>
                            {text.answer}
                          </Button>
                        </Row>
                      ))}
                  </Stack>
                ))}
              </Stack>
            </>
          )
        }
      </QueryPart>
    </Stack>
  );
}
