import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { keepAddress } from '#web/lib/keep-together.ts';
import styles from './book-head.module.css';
import type { BookData } from './book-types.ts';
import { text } from './text.ts';

/** The cover of the book: customer, account, address, tariff, the meters of the year. */
export function BookHead({ account, head }: { account: string; head: BookData['head'] }) {
  const { customerName, address, tariffTitle, meters } = head;
  return (
    <dl className={styles.head}>
      <Fact name={text.account} value={account} />
      <Fact name={text.customer} value={customerName} />
      <Fact name={text.address} value={keepAddress(address)} />
      <Fact name={text.tariff} value={tariffTitle} />
      <div>
        <dt>{meters.length > 1 ? text.meters : text.meter}</dt>
        {meters.map(({ serialNumber, meterType, installedOn, removedOn }) => (
          <dd key={serialNumber}>
            {formatText(removedOn === null ? text.meterFrom : text.meterTo, {
              serial: serialNumber,
              type: meterType,
              from: showDate(installedOn),
              to: removedOn === null ? '' : showDate(removedOn),
            })}
          </dd>
        ))}
      </div>
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
