import { formatText } from '#contract/messages/format-text.ts';
import { estimateWords } from '#domain/charges/basis-words.template.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { keepAddress, MessageText } from '#web/lib/message-text.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import billFuelMixStyles from './bill-fuel-mix.module.css';
import billMetersStyles from './bill-meters.module.css';
import styles from './bill-parties.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

type MeterRow = BillData['meters'][number];

/** The number of the only meter; undefined when there are several or none. */
export function onlySerial(meters: BillData['meters']): string | undefined {
  const serials = new Set(meters.map(({ serialNumber }) => serialNumber));
  return serials.size === 1 ? meters[0]?.serialNumber : undefined;
}

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
      columns={columnsOf(meters).filter(({ key }) => key !== 'coefficient' || hasCoefficient)}
    />
  );
}

const windowOf = (value: number, { digitCapacity }: MeterRow) => String(value).padStart(digitCapacity, '0');

/** The days of both values and their sources; a source that both share is named once. */
function sourcesOf(meter: MeterRow): string {
  const at = (day: string) => showDate(day).slice(0, 5);
  const previous = text.sources[meter.previousSource];
  const current = text.sources[meter.currentSource];
  const first = previous === current ? at(meter.previousOn) : `${at(meter.previousOn)} ${previous}`;
  return `${first} → ${at(meter.currentOn)} ${current}`;
}

const columnsOf = (meters: BillData['meters']): readonly Column<MeterRow>[] => [
  {
    key: 'meter',
    title: onlySerial(meters) === undefined ? text.colMeter : text.colZone,
    cell: ({ serialNumber, zone, ...meter }) => (
      <>
        {text.zones[zone]}
        {onlySerial(meters) === undefined && (
          <span className={billMetersStyles.detail}>{`№\u00a0${serialNumber}`}</span>
        )}
        {estimateWords(meter) && <span className={billMetersStyles.detail}>{estimateWords(meter)}</span>}
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
        <span className={billMetersStyles.detail}>{sourcesOf(meter)}</span>
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

/** The bill, the customer with contract, tariff and meters, the supplier with its contacts, and the rights. */
export function BillParties({ bill }: { bill: BillData }) {
  const { customer, supplier, meters } = bill;
  const contract = formatText(text.contractFrom, {
    number: customer.contractNumber,
    date: showDate(customer.contractDate),
  });
  const points = [...new Set(meters.map(({ eic }) => eic))];
  const kinds = meters.map(({ serialNumber, meterType, digitCapacity }) =>
    formatText(text.meterType, { serial: serialNumber, type: meterType, digits: digitCapacity }),
  );
  const group = [
    text.categories[customer.category],
    customer.zoneScheme === null ? '' : text.schemes[customer.zoneScheme],
    customer.isHeating ? text.heating : '',
  ];
  return (
    <div className={styles.parties}>
      <section>
        <h4>{text.customer}</h4>
        <dl>
          <Fact name={text.bill}>
            {formatText(text.contractFrom, { number: bill.number, date: showDate(bill.issuedOn) })}
          </Fact>
          <Fact name={customer.name}>{keepAddress(customer.address)}</Fact>
          <Fact name={text.account}>{customer.account}</Fact>
          {customer.phone && <Fact name={text.phone}>{customer.phone}</Fact>}
          <Fact name={text.contract}>{contract}</Fact>
          {customer.offer && <Fact name={text.offer}>{customer.offer}</Fact>}
          <Fact name={text.tariff}>{customer.tariff}</Fact>
          <Fact name={text.group}>{group.filter(Boolean).join(', ')}</Fact>
          <Fact name={text.eic}>{customer.consumerEic}</Fact>
          {points.length > 0 && <Fact name={text.pointEic}>{points.join(', ')}</Fact>}
          {kinds.length > 0 && <Fact name={text.meters}>{[...new Set(kinds)].join('; ')}</Fact>}
          <Fact name={text.objectCode}>{customer.objectCode || text.objectCodeChanged}</Fact>
        </dl>
      </section>
      <section>
        <h4>{text.supplier}</h4>
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
        <h4>{text.rightsTitle}</h4>
        <p>
          <MessageText>{formatText(text.rights, { email: supplier.email })}</MessageText>
        </p>
        <p>{text.overdueRule}</p>
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
      {supplier.fuelMix && <BillFuelMix fuelMix={supplier.fuelMix} />}
    </div>
  );
}

/** The energy sources of the supplier, the largest first, with their emissions. */
function BillFuelMix({ fuelMix }: { fuelMix: NonNullable<BillData['supplier']['fuelMix']> }) {
  const title = fuelMix.year ? formatText(text.fuelOf, { year: String(fuelMix.year) }) : text.fuel;
  const parts = fuelMix.parts.toSorted((one, other) => Number(other.percent) - Number(one.percent));
  return (
    <section>
      <h4>{title}</h4>
      <div className={billFuelMixStyles.bar} aria-hidden="true">
        {parts.map(({ name, percent }) => (
          <span key={name} style={{ flexGrow: Number(percent) }} />
        ))}
      </div>
      <ul className={billFuelMixStyles.parts}>
        {parts.map(({ name, percent }) => (
          <li key={name}>
            {name}&nbsp;—&nbsp;{percent.replace('.', ',')}&nbsp;%
          </li>
        ))}
      </ul>
      {fuelMix.co2GramsPerKwh !== null && (
        <Text size="s" tone="quiet">
          {formatText(text.co2, { grams: showNumber(fuelMix.co2GramsPerKwh) })}
        </Text>
      )}
    </section>
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
