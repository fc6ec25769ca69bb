import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { objectInfo, type objectInfoSchema, savedFrom, saveObject } from '#contract/accounts/accounts.ts';
import { type customInfoSchema, getCommon } from '#contract/charges.ts';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { callApi } from '#web/lib/api.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryFailure, QueryPart } from '#web/lib/query/query-part.tsx';
import { customInfoRead, objectInfoRead } from '#web/session/account-changes.ts';
import { isViewing, useSessionStore } from '#web/session/session-store.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { text } from './manage-text.ts';
import styles from './object-info.module.css';

type Info = z.infer<typeof objectInfoSchema>;

interface ObjectFactsProps {
  info: Info;
  /** A group shown before the bank details. */
  children?: ReactNode;
}

/** The known data of an object, in groups; values that are typed elsewhere can be copied. */
function ObjectFacts({ info, children }: ObjectFactsProps) {
  const { customer, place, bankInfo, customerResponsibles } = info;
  const contract = formatText(text.contractValue, {
    number: customer.contractNumber,
    date: showDate(customer.contractDate),
  });
  return (
    <div className={styles.groups}>
      <Group title={text.contract}>
        <Fact name={text.contractNumber} value={contract} />
        <Fact name={text.customer} value={customer.name} />
        <Fact name={text.consumerEic} value={customer.consumerEic} copied />
        <Fact name={text.tariff} value={customer.tariff} />
        <Fact name={text.phone} value={phoneWords(customer.phone)} />
        <Fact name={text.email} value={customer.email} />
      </Group>
      <Group title={text.place}>
        <Fact name={text.address} value={place.address} />
        <Fact name={text.eic} value={place.eic} copied />
        <Fact
          name={text.power}
          value={formatText(text.powerValue, { power: String(place.contractedPowerKw).replace('.', ',') })}
        />
        <Fact name={text.heating} value={text.heatings[place.heating]} />
      </Group>
      {children}
      <BankFacts details={bankInfo} />
      <Responsibles people={customerResponsibles} />
    </div>
  );
}

/**
 * The stored data of an object viewed before: bank details and contacts, for use while the server can't be reached.
 */
function StoredFacts({ account }: { account: string }) {
  const found = useSessionStore(({ person }) => person.accounts.find((item) => item.account === account));
  const details = useSessionStore(({ person }) =>
    person.account === account ? person.detailsPayment : person.detailsPaymentList[account],
  );
  if (!found?.accountLoaded || !details) return null;
  return (
    <div className={styles.groups}>
      <BankFacts details={details} />
      <Responsibles people={found.customerResponsibles ?? []} />
    </div>
  );
}

function BankFacts({ details: { recipient, edrpou, iban, bank } }: { details: Info['bankInfo'] }) {
  if (iban === '') return null;
  return (
    <Group title={text.bank}>
      <Fact name={text.recipient} value={recipient} copied />
      <Fact name={text.edrpou} value={edrpou} copied />
      <Fact name={text.iban} value={iban} copied />
      <Fact name={text.bankName} value={bank} />
    </Group>
  );
}

function Responsibles({ people }: { people: Info['customerResponsibles'] }) {
  if (people.length === 0) return null;
  return (
    <Group title={text.responsibles}>
      {people.map(({ name, phone, role }) => (
        <Fact
          key={name + phone}
          name={role || text.responsible}
          value={[name, phoneWords(phone)].filter(Boolean).join(', ')}
        />
      ))}
    </Group>
  );
}

function phoneWords(written: string): string {
  const phone = parsePhone(written);
  return phone ? formatPhone(phone) : written;
}

/** A titled group of facts. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

/** Renders nothing for an empty value. */
function Fact({ name, value, copied = false }: { name: string; value: string; copied?: boolean }) {
  if (value === '') return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {copied && (
        <dd className={styles.copy}>
          <CopyButton
            value={value}
            label={text.copy}
            copied={text.copied}
            failed={text.copyFailed}
            inRow={{ spokenLabel: formatText(text.copyOf, { name }) }}
          />
        </dd>
      )}
    </div>
  );
}

type CustomInfo = z.infer<typeof customInfoSchema>;

/**
 * Shows when the account was last charged and how many meters it has; for the chosen account the last readings need
 * no request.
 */
function AccountCard({ account }: { account: string }) {
  const { data } = useQuery(accountQuery(getCommon, account, { url: '/person/custom_info' }));
  const stored = useSessionStore(({ person }) => person.customInfo);
  // The array must keep its identity: a new one each time causes an endless re-render.
  const meters = useSessionStore(({ person }) => (person.account === account ? person.meters : undefined));
  const read = data && 'lastCalculateTime' in data.data ? data.data : undefined;
  useEffect(() => {
    if (read) customInfoRead(read);
  }, [read]);
  const card: CustomInfo | undefined = read ?? (stored?.account === account ? stored : undefined);
  if (!card) return null;
  return (
    <Group title={text.charging}>
      <Fact
        name={text.lastCharged}
        value={card.lastCalculateTime ? showMoment(card.lastCalculateTime) : text.neverCharged}
      />
      <Fact name={text.meterCount} value={String(card.meterCount)} />
      <Fact
        name={text.meterNumbers}
        value={(meters ?? []).map((meter) => `№\u00a0${meter.serialNumber}`).join(', ')}
      />
    </Group>
  );
}

const toSaveInput = (
  acc: string,
): Omit<Extract<InputOf<typeof saveObject>, { type: typeof savedFrom.billing }>, 'token'> => ({
  type: savedFrom.billing,
  acc,
});

/** Contract, address and bank details of an object, loaded when opened. */
export function ObjectInfo({ account }: { account: string }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Disclosure summary={text.info} onOpen={() => setOpened(true)}>
      {wasOpened && <OpenedInfo account={account} />}
    </Disclosure>
  );
}

function OpenedInfo({ account }: { account: string }) {
  const query = useQuery(accountQuery(objectInfo, account));
  const { data } = query;

  // Stores the loaded data for the time when billing is down; a failure to store is ignored. Staff who look on store nothing.
  useEffect(() => {
    if (!data || data.keptAt !== null || isViewing()) return;
    callApi(saveObject, toSaveInput(account)).catch(() => undefined);
  }, [account, data]);
  useEffect(() => {
    if (data) objectInfoRead(account, data);
  }, [account, data]);

  return (
    <QueryPart
      query={query}
      failed={text.infoFailed}
      refused={() => (
        <div className={styles.info}>
          <QueryFailure query={query} title={text.infoFailed} />
          <StoredFacts account={account} />
        </div>
      )}
      skeleton={
        <div className={styles.waiting} aria-busy="true">
          {['customer', 'place', 'bank'].map((group) => (
            <div key={group}>
              <Skeleton shape="short" />
              <Skeleton />
              <Skeleton />
              <Skeleton />
            </div>
          ))}
          <VisuallyHidden>{text.infoLoading}</VisuallyHidden>
        </div>
      }
    >
      {(info) => (
        <div className={styles.info} aria-busy={query.isFetching || undefined}>
          {info.keptAt !== null && (
            <Notice kind="info" live="status">
              {formatText(text.infoKept, { moment: showMoment(info.keptAt) })}
            </Notice>
          )}
          <ObjectFacts info={info}>
            <AccountCard account={account} />
          </ObjectFacts>
        </div>
      )}
    </QueryPart>
  );
}
