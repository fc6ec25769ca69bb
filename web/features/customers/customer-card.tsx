import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  actOnCustomer,
  type CustomerAct,
  type CustomerData,
  customerActs,
  getCustomer,
} from '#contract/customers.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import type { FactorProof } from '#web/lib/second-factor/factor-step.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { ActForm } from './act-form.tsx';
import styles from './customers.module.css';
import { text } from './text.ts';

const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id] as readonly unknown[],
    queryFn: ({ signal }) => queryApi(getCustomer, { id }, { signal }),
  });

const tones: Readonly<Record<CustomerData['state'], StateTone>> = {
  active: 'good',
  blocked: 'bad',
  ended: 'void',
  erased: 'void',
};

/** What may be done with the sign-in as it is. */
function actsFor({ state, secondFactor, sessionCount }: CustomerData): readonly CustomerAct[] {
  if (state === 'ended' || state === 'erased') return [];
  const isPossible: Readonly<Record<CustomerAct, boolean>> = {
    endSessions: sessionCount > 0,
    resetFactor: secondFactor !== 'none',
    confirmPhone: true,
    block: state === 'active',
    unblock: state === 'blocked',
  };
  return customerActs.filter((act) => isPossible[act]);
}

/** The card in a failure of a call that came too late. */
function customerOf(details: unknown): CustomerData | undefined {
  const customer: unknown =
    typeof details === 'object' && details !== null && Reflect.get(details, 'customer');
  return typeof customer === 'object' && customer !== null ? (customer as CustomerData) : undefined;
}

interface CustomerCardProps {
  id: string;
  /** The role acts on sign-ins. */
  mayAct: boolean;
  /** Before the buttons of what it does: that of another concept. */
  firstAct: ReactNode;
  /** Below the facts: the sections. */
  children: ReactNode;
}

/** Who a customer is and how they sign in, with what the staff may do about it. */
export function CustomerCard({ id, mayAct, firstAct, children }: CustomerCardProps) {
  return (
    <QueryPart
      query={useQuery(customerQuery(id))}
      failed={text.failed}
      skeleton={<RowsSkeleton label={text.loading} rows={5} />}
      refused={({ code, issues }) =>
        (code === 'common.notFound' || issues.length > 0) && (
          <Notice kind="info" live="status">
            {text.unknown}
          </Notice>
        )
      }
    >
      {({ customer, erasure }) => (
        <>
          <Stack gap="3">
            <Head customer={customer} actions={mayAct && <Acts customer={customer} first={firstAct} />} />
            <BlockNote customer={customer} />
            {erasure && (
              <Notice kind="warn">
                {formatText(text.erasureAsked, { moment: showMoment(erasure.dueAt) })}
              </Notice>
            )}
            <Facts customer={customer} />
          </Stack>
          {children}
        </>
      )}
    </QueryPart>
  );
}

function Head({ customer, actions }: { customer: CustomerData; actions: ReactNode }) {
  const { name, phone, type, state, company } = customer;
  return (
    <div className={styles.head}>
      <Stack gap="05">
        <Text as="h2" size="l">
          {name || phone || text.title}
        </Text>
        <Row gap="15" align="center">
          <Text as="span" tone="quiet">
            {text.types[type]}
          </Text>
          <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
        </Row>
        {company && (
          <Text size="s">
            {text.memberOf}{' '}
            <Link to="/cabinet/admin/management/customers/$id" params={{ id: company.id }}>
              {company.name || text.types.entity}
            </Link>
          </Text>
        )}
      </Stack>
      {actions}
    </div>
  );
}

/** The newest block: who, when and why; quiet when it is over. */
function BlockNote({ customer: { state, block } }: { customer: CustomerData }) {
  if (block === null) return null;
  const { by, at, reason, ended, isOfCompany } = block;
  if (state === 'blocked' && ended === null)
    return (
      <Notice
        kind="bad"
        title={formatText(isOfCompany ? text.blockedWithCompany : text.blocked, {
          by,
          moment: showMoment(at),
        })}
      >
        {formatText(text.reasonIs, { why: reason })}
      </Notice>
    );
  if (ended === null) return null;
  const times = { from: showMoment(at), to: showMoment(ended.at) };
  return (
    <Text size="s" tone="quiet">
      {formatText(text.unblocked, { ...times, by: ended.by, reason })}
    </Text>
  );
}

function Facts({ customer }: { customer: CustomerData }) {
  const { phone, email, isPhoneConfirmed, isEmailConfirmed, secondFactor, createdAt, lastSignInAt } =
    customer;
  const confirmed = (value: string, is: boolean) =>
    value === '' ? undefined : is ? text.isConfirmed : text.isNotConfirmed;
  const { sessionCount, people } = customer;
  return (
    <dl className={styles.facts}>
      <Fact name={text.phone} note={confirmed(phone, isPhoneConfirmed)}>
        {phone ? <a href={`tel:${phone}`}>{phone}</a> : text.nothing}
      </Fact>
      <Fact name={text.email} note={confirmed(email, isEmailConfirmed)}>
        {email ? <a href={`mailto:${email}`}>{email}</a> : text.nothing}
      </Fact>
      <Fact
        name={text.lastSignIn}
        note={sessionCount > 0 ? formatText(text.sessions, { n: sessionCount }) : undefined}
      >
        {lastSignInAt === null ? text.never : showMoment(lastSignInAt)}
      </Fact>
      <Fact name={text.factor}>{text.factors[secondFactor]}</Fact>
      <Fact name={text.created}>{showMoment(createdAt).slice(0, 10)}</Fact>
      {people.length > 0 && (
        <Fact name={text.people}>
          {people.map(({ id, name }) => (
            <Link
              key={id}
              className={styles.person}
              to="/cabinet/admin/management/customers/$id"
              params={{ id }}
            >
              {name}
            </Link>
          ))}
        </Fact>
      )}
    </dl>
  );
}

/** A named fact of a card. */
export function Fact({
  name,
  note,
  children,
}: {
  name: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

function Acts({ customer, first }: { customer: CustomerData; first: ReactNode }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<CustomerAct>();
  const close = () => setOpen(undefined);
  const { id, phone } = customer;

  function show(fresh: CustomerData) {
    client.setQueryData(customerQuery(id).queryKey, (known) => known && { ...known, customer: fresh });
    void client.invalidateQueries({ queryKey: ['customerHistory'] });
  }

  async function send(act: CustomerAct, reason: string, other: string | undefined, proof: FactorProof) {
    const more = { ...proof, ...(other !== undefined && { phone: other, seenPhone: phone }) };
    const result = await withMinimumDelay(callApi(actOnCustomer, { id, act, reason, ...more }));
    if (!result.ok) {
      const fresh = customerOf(result.failure.details);
      if (fresh) show(fresh);
      const { failure } = result;
      // The text of the code is for its customer.
      return failure.code === 'identity.phoneTaken' ? { ...failure, message: text.phoneOfOther } : failure;
    }
    close();
    show(result.data.customer);
    showTip('good', formatText(text.acts[act].done, { n: result.data.ended }));
    return undefined;
  }

  return (
    <>
      <Row gap="1">
        {first}
        {actsFor(customer).map((act) => (
          <Button key={act} kind={act === 'block' ? 'danger' : 'quiet'} onClick={() => setOpen(act)}>
            {text.acts[act].name}
          </Button>
        ))}
      </Row>
      <Dialog
        open={open !== undefined}
        title={open ? text.acts[open].title : ''}
        closeLabel={text.close}
        onClose={close}
      >
        {open && (
          <ActForm
            act={open}
            customer={customer}
            onCancel={close}
            send={(reason, other, proof) => send(open, reason, other, proof)}
          />
        )}
      </Dialog>
    </>
  );
}
