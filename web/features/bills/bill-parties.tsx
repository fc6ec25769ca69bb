import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { keepAddress } from '#web/lib/keep-together.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import styles from './bill-parties.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** The supplier and the customer with contract and tariff. */
export function BillParties({ bill: { customer, supplier, meters } }: { bill: BillData }) {
  const contract = formatText(text.contractFrom, {
    number: customer.contractNumber,
    date: showDate(customer.contractDate),
  });
  const points = [...new Set(meters.map(({ eic }) => eic))];
  const group = [
    text.categories[customer.category],
    customer.zoneScheme === null ? '' : text.schemes[customer.zoneScheme],
    customer.isHeating ? text.heating : '',
  ];
  return (
    <footer className={styles.parties}>
      <section>
        <h3>{text.customer}</h3>
        <dl>
          <Fact name={customer.name}>{keepAddress(customer.address)}</Fact>
          <Fact name={text.account}>{customer.account}</Fact>
          {customer.phone && <Fact name={text.phone}>{customer.phone}</Fact>}
          <Fact name={text.contract}>{contract}</Fact>
          {customer.offer && <Fact name={text.offer}>{customer.offer}</Fact>}
          <Fact name={text.tariff}>{customer.tariff}</Fact>
          <Fact name={text.group}>{group.filter(Boolean).join(', ')}</Fact>
          <Fact name={text.eic}>{customer.consumerEic}</Fact>
          {points.length > 0 && <Fact name={text.pointEic}>{points.join(', ')}</Fact>}
          <Fact name={text.objectCode}>{customer.objectCode || text.objectCodeChanged}</Fact>
        </dl>
      </section>
      <section>
        <h3>{text.supplier}</h3>
        <dl>
          <Fact name={supplier.name}>{keepAddress(supplier.address)}</Fact>
          <Fact name={text.edrpou}>{supplier.edrpou}</Fact>
        </dl>
        <ul>
          <PhoneLinks phones={supplier.phones} />
          <li>
            <a href={`mailto:${supplier.email}`}>{supplier.email}</a>
          </li>
        </ul>
        {supplier.emergencyPhones.length > 0 && (
          <>
            <p className={styles.quiet}>{text.emergency}</p>
            <ul>
              <PhoneLinks phones={supplier.emergencyPhones} />
            </ul>
          </>
        )}
      </section>
      <section>
        <h3>{text.rightsTitle}</h3>
        <p>
          <MessageText>{formatText(text.rights, { email: supplier.email })}</MessageText>
        </p>
        {supplier.complaintContacts.length > 0 && (
          <>
            <p className={styles.quiet}>{text.complaints}</p>
            <ul>
              {supplier.complaintContacts.map((contact) => (
                <li key={contact}>{contact}</li>
              ))}
            </ul>
          </>
        )}
      </section>
    </footer>
  );
}

function PhoneLinks({ phones }: { phones: readonly string[] }) {
  return phones.map((phone) => (
    <li key={phone}>
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
    </li>
  ));
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
