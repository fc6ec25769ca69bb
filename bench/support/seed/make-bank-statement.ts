import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { encodeWindows1251 } from '#domain/payments/windows-1251.ts';

const ACCOUNT = `(2300000000 + i)::text`;
const HEADER = 'Дата операції;Сума;Валюта;Тип;Номер документа;Платник;Рахунок платника;Призначення платежу';
const BATCH = 5000;
/** One in so many rows is paid through a provider, has no useful purpose, or is duplicated. */
const EVERY = { order: 10, unreadable: 50, twice: 100 };

const accountOf = (index: number) => String(2_300_000_000 + index);
const orderOf = (index: number) => `${accountOf(index)}-102026-1`;

/** Seeds accounts, and confirmed provider payments of every tenth, for a statement with this many rows. */
export async function seedStatement(pool: pg.Pool, rowCount: number): Promise<void> {
  const indexes = `generate_series(0, ${rowCount - 1}) as i`;
  const paid = `${indexes} where i % ${EVERY.order} = 0`;
  const payment = `('00000000-0000-7003-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;
  const statements = [
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    `insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, email, readings_email, main_url)
     values ('Bench', 'Bench', '14360570', 'UA213223130000026007233566001', 'Bank', 'Kyiv', 'a@b.test', 'a@b.test', '')`,
    `insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
       consumer_eic, tariff_code, opened_on)
     select ${ACCOUNT}, gen_random_uuid(), 'A1', i::text, '2015-01-01', '62Z0000000000000', 'household', '2015-01-01'
     from ${indexes}`,
    `insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas, state,
       started_at, confirmed_at, expected_on)
     select ${ACCOUNT}, ${payment}, ${ACCOUNT} || '-102026-1', ${payment}, 'liqpay', 'energy', 50000 + i % 1000, 'confirmed',
       '2026-10-15', '2026-10-15', '2026-10-19' from ${paid}`,
    `insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
       amount_kopiykas, posted_at, payment_id)
     select ${ACCOUNT}, '2026-10', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 50000 + i % 1000, '2026-10-15',
       ${payment} from ${paid}`,
    'reset session_replication_role',
    'reset synchronous_commit',
  ];
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

function purposeOf(index: number): string {
  if (index % EVERY.order === 0) return `Розрахунки LiqPay, замовлення ${orderOf(index)}, без ПДВ`;
  if (index % EVERY.unreadable === 1) return 'Оплата за світло, дякую';
  return `За електроенергію, о/р ${accountOf(index)}, жовтень 2026, без ПДВ`;
}

/** Writes a bank statement with this many rows: Windows-1251, some rows duplicated. */
export async function writeStatement(path: string, rowCount: number): Promise<void> {
  const file = createWriteStream(path);
  const write = async (text: string) => {
    const bytes = encodeWindows1251(text);
    if (bytes === undefined) throw new Error('not in Windows-1251');
    if (!file.write(bytes)) await new Promise<void>((resolve) => file.once('drain', () => resolve()));
  };
  await write(`${HEADER}\r\n`);
  for (let start = 0; start < rowCount; start += BATCH) {
    let text = '';
    for (let index = start; index < Math.min(start + BATCH, rowCount); index += 1) {
      const kopiykas = 50_000 + (index % 1000);
      const id = index % EVERY.twice === 7 ? index - 1 : index;
      const iban = `UA2132231300000260${String(index).padStart(11, '0')}`;
      const day = String(1 + Math.floor((index / rowCount) * 28)).padStart(2, '0');
      text += `${day}.10.2026 12:00:00;${Math.floor(kopiykas / 100)},${String(kopiykas % 100).padStart(2, '0')};UAH;кредит;D${id};Платник ${index};${iban};${purposeOf(index)}\r\n`;
    }
    await write(text);
  }
  file.end();
  await finished(file);
}
