import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  answerDisagreement,
  getDisagreement,
  listDisagreements,
} from '#contract/reconciliation-acts/disagreements.ts';
import { maxDisagreementText } from '#contract/reconciliation-acts.ts';
import { AnswerForm } from '#web/lib/answer-form/answer-form.tsx';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { compareAct, Differences } from '../differences.tsx';
import { actName } from '../entity/act-list.tsx';
import styles from '../entity/entity-acts.module.css';
import { text as words } from '../entity/text.ts';
import { text } from './text.ts';

/** Names an act. */
interface ActKey {
  readonly account: string;
  readonly documentId: string;
}

type Listed = OutputOf<typeof listDisagreements>['disagreements'][number];

const disagreementsQuery = queryOptions({
  queryKey: ['disagreements'],
  queryFn: ({ signal }) => queryApi(listDisagreements, {}, { signal }),
});

const disagreementQuery = ({ account, documentId }: ActKey) =>
  queryOptions({
    queryKey: ['disagreements', account, documentId],
    queryFn: ({ signal }) => queryApi(getDisagreement, { account, documentId }, { signal }),
  });

interface DisagreementsProps {
  open: ActKey | undefined;
  linkTo: (disagreement: Listed, row: ReactNode) => ReactNode;
}

/** Disagreements of companies with reconciliation acts, one of them with its differences and the answer. */
export function Disagreements({ open, linkTo }: DisagreementsProps) {
  const query = useQuery(disagreementsQuery);
  return (
    <Stack as="section" gap="2" aria-labelledby="disagreements">
      <h2 id="disagreements">{text.title}</h2>
      <QueryPart query={query} failed={text.failed} skeleton={<RowsSkeleton label={text.loading} rows={3} />}>
        {({ disagreements, waiting }) =>
          disagreements.length === 0 ? (
            <Text tone="quiet">{text.none}</Text>
          ) : (
            <>
              <Text size="s" tone="quiet">
                {formatText(text.waiting, { n: waiting })}
              </Text>
              <ul aria-label={text.title}>
                {disagreements.map((one) => (
                  <li key={one.documentId} className={styles.row}>
                    {linkTo(
                      one,
                      <>
                        <span className={styles.name}>
                          {one.account}, {actName(one)}
                        </span>{' '}
                        <span className={styles.quiet}>
                          {[one.by, showMoment(one.sentAt)].filter(Boolean).join(', ')}
                        </span>{' '}
                        <span className={styles.state}>
                          <StateMark tone={one.outcome === null ? 'wait' : 'good'}>
                            {one.outcome === null ? text.waits : text.answered}
                          </StateMark>
                        </span>
                      </>,
                    )}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryPart>
      {open && <OpenDisagreement key={open.documentId} {...open} />}
    </Stack>
  );
}

function OpenDisagreement(key: ActKey) {
  const query = useQuery(disagreementQuery(key));
  return (
    <QueryPart
      query={query}
      failed={text.oneFailed}
      skeleton={<RowsSkeleton label={text.loading} rows={4} />}
    >
      {({ contents, disagreement }) => (
        <Stack as="article" gap="15" aria-labelledby="differences">
          <h3 id="differences">
            {contents.customer.name}: {actName(contents)}
          </h3>
          {disagreement.comment !== '' && <p className={styles.said}>{disagreement.comment}</p>}
          <Differences comparison={compareAct(contents, disagreement.opening, disagreement.rows)} />
          {disagreement.outcome === null ? (
            <Answer {...key} />
          ) : (
            <>
              <p className={styles.said}>{disagreement.answer}</p>
              <Text size="s">{words.outcomes[disagreement.outcome]}</Text>
            </>
          )}
        </Stack>
      )}
    </QueryPart>
  );
}

function Answer(key: ActKey) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<'stays' | 'newAct'>('stays');
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <AnswerForm
      maxLength={maxDisagreementText}
      onCancel={() => setOpen(false)}
      send={async (answer) => {
        const result = await callApi(answerDisagreement, { ...key, outcome, answer });
        if (!result.ok) return result.failure;
        await client.invalidateQueries(disagreementsQuery);
        return undefined;
      }}
    >
      <ChoiceButtons
        label={text.outcome}
        choices={[
          { value: 'stays', label: text.stays },
          { value: 'newAct', label: text.newAct },
        ]}
        chosen={outcome}
        onChoose={setOutcome}
      />
    </AnswerForm>
  );
}
