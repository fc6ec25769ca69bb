import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import styles from './bill-parties.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** Who supplies and who is supplied, by which contract and tariff. */
export function BillParties({ bill: { customer, supplier } }: { bill: BillData }) {
  const contract = formatText(text.contractFrom, {
    number: customer.contractNumber,
    date: showDate(customer.contractDate),
  });
  return (
    <footer className={styles.parties}>
      <section>
        <h3>{text.customer}</h3>
        <dl>
          <Fact name={customer.name}>{customer.address}</Fact>
          <Fact name={text.account}>{customer.account}</Fact>
          <Fact name={text.contract}>{contract}</Fact>
          <Fact name={text.tariff}>{customer.tariff}</Fact>
          <Fact name={text.eic}>{customer.consumerEic}</Fact>
          <Fact name={text.objectCode}>{customer.objectCode}</Fact>
        </dl>
      </section>
      <section>
        <h3>{text.supplier}</h3>
        <dl>
          <Fact name={supplier.name}>{supplier.address}</Fact>
          <Fact name={text.edrpou}>{supplier.edrpou}</Fact>
        </dl>
        <ul>
          {supplier.phones.map((phone) => (
            <li key={phone}>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </li>
          ))}
          <li>
            <a href={`mailto:${supplier.email}`}>{supplier.email}</a>
          </li>
        </ul>
      </section>
    </footer>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
