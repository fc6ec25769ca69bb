import { formatText } from '#contract/messages/format-text.ts';
import { estimateWords } from '#domain/charges/basis-words.template.ts';
import { showDate, showNumber, showSum } from '#web/lib/format.ts';
import { keepAddress, MessageText } from '#web/lib/message-text.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import billMetersStyles from './bill-meters.module.css';
import styles from './bill-parties.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

/** Benefits and corrections one by one with their reasons; renders nothing when there are none. */
export function BillChanges({ bill }: { bill: Pick<BillData, 'benefits' | 'corrections'> }) {
  const changes = [
    ...bill.benefits.map(({ kind, title, sum }) => ({
      what: title || text.benefitKinds[kind],
      when: '',
      sum,
    })),
    ...bill.corrections.map(({ date, reason, sum }) => ({
      what: reason || text.corrected,
      when: showDate(date),
      sum,
    })),
  ].map((change, place) => ({ ...change, place }));
  if (changes.length === 0) return null;
  return (
    <ul className={styles.payments}>
      {changes.map(({ place, what, when, sum }) => (
        <li key={place}>
          <span>{what}</span>
          <span className={styles.quiet}>{when}</span>
          <strong>{showSum(sum)}</strong>
        </li>
      ))}
    </ul>
  );
}

type MeterRow = BillData['meters'][number];

/** The values of each register, their source and the consumption. A coefficient of 1 is left out. */
export function BillMeters({ meters }: { meters: BillData['meters'] }) {
  const hasCoefficient = meters.some(({ coefficient }) => coefficient !== 1);
  return (
    <DataTable
      phoneLayout={billMetersStyles.meters}
      caption={text.metersCaption}
      captionHidden
      rows={meters}
      rowKey={({ serialNumber, zone, previousValue }) => `${serialNumber} ${zone} ${previousValue}`}
      columns={columns.filter(({ key }) => key !== 'coefficient' || hasCoefficient)}
    />
  );
}

const windowOf = (value: number, { digitCapacity }: MeterRow) => String(value).padStart(digitCapacity, '0');

/** The day of a value and its source. */
function sourceOf(day: string, source: MeterRow['currentSource']): string {
  return `${showDate(day).slice(0, 5)}\u00a0·\u00a0${text.sources[source]}`;
}

const columns: readonly Column<MeterRow>[] = [
  {
    key: 'meter',
    title: text.colMeter,
    cell: ({ serialNumber, zone, meterType, digitCapacity, ...meter }) => (
      <>
        {[`№\u00a0${serialNumber}`, text.zones[zone]].filter(Boolean).join(', ')}
        <span className={billMetersStyles.detail}>
          {formatText(text.meterType, { type: meterType, digits: String(digitCapacity) })}
        </span>
        <span className={billMetersStyles.detail}>{estimateWords(meter) || text.actual}</span>
      </>
    ),
  },
  {
    key: 'values',
    title: text.colValues,
    cell: (meter) => (
      <>
        <span className={billMetersStyles.value}>{windowOf(meter.previousValue, meter)}</span>{' '}
        <span className={billMetersStyles.value}>→ {windowOf(meter.currentValue, meter)}</span>
        <span className={billMetersStyles.detail}>{sourceOf(meter.previousOn, meter.previousSource)}</span>
        <span className={billMetersStyles.detail}>{sourceOf(meter.currentOn, meter.currentSource)}</span>
      </>
    ),
  },
  {
    key: 'coefficient',
    title: text.colCoefficient,
    numeric: true,
    cell: ({ coefficient }) => (
      <>
        <span className={billMetersStyles.unit}>{`${text.colCoefficient} `}</span>
        {coefficient}
      </>
    ),
  },
  {
    key: 'kwh',
    title: text.kwh,
    numeric: true,
    cell: ({ kwh }) => (
      <>
        {showNumber(kwh)}
        <span className={billMetersStyles.unit}>{`\u00a0${text.kwh}`}</span>
      </>
    ),
  },
];

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
