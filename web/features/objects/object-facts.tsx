import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { formatText } from '#contract/messages/format-text.ts';
import type { objectInfoSchema } from '#contract/objects.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/phone.ts';
import { showDate } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { text } from './manage-text.ts';
import styles from './object-info.module.css';

interface ObjectFactsProps {
  info: z.infer<typeof objectInfoSchema>;
}

/** What is known of an object, in groups; what is typed elsewhere can be copied. */
export function ObjectFacts({ info }: ObjectFactsProps) {
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
      {bankInfo.iban !== '' && (
        <Group title={text.bank}>
          <Fact name={text.recipient} value={bankInfo.recipient} copied />
          <Fact name={text.edrpou} value={bankInfo.edrpou} copied />
          <Fact name={text.iban} value={bankInfo.iban} copied />
          <Fact name={text.bankName} value={bankInfo.bank} />
        </Group>
      )}
      {customerResponsibles.length > 0 && (
        <Group title={text.responsibles}>
          {customerResponsibles.map(({ name, phone, role }) => (
            <Fact key={name + phone} name={role} value={`${name}, ${phone}`} />
          ))}
        </Group>
      )}
    </div>
  );
}

function phoneWords(written: string): string {
  const phone = parsePhone(written);
  return phone ? formatPhone(phone) : written;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

/** What is not known is left out. */
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
