import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { objectInfoSchema } from '#contract/accounts/accounts.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/phone.ts';
import { showDate } from '#web/lib/format.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { text } from './manage-text.ts';
import styles from './object-info.module.css';

type Info = z.infer<typeof objectInfoSchema>;

interface ObjectFactsProps {
  info: Info;
  /** A group shown before the bank details. */
  children?: ReactNode;
}

/** The known data of an object, in groups; values that are typed elsewhere can be copied. */
export function ObjectFacts({ info, children }: ObjectFactsProps) {
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
export function StoredFacts({ account }: { account: string }) {
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
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

/** Renders nothing for an empty value. */
export function Fact({ name, value, copied = false }: { name: string; value: string; copied?: boolean }) {
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
