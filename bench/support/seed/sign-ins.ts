import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { hashCost } from '#portal/modules/identity/password/hash-tasks.ts';
import type { LoadRequest } from '../load/http-load.ts';
import { idOf } from './seed-readings.ts';

const password = 'Bench: light of 2026';

function phoneOf(index: number): string {
  return `+38099${String(index + 1).padStart(7, '0')}`;
}

/** Gives the first persons of `seedReadings` one password; returns their sign-in requests. */
export async function seedSignIns(pool: pg.Pool, persons: number): Promise<(index: number) => LoadRequest> {
  const indexes = Array.from({ length: persons }, (_, index) => index);
  await pool.query(
    `update portal.identity set phone = given.phone, password_hash = $3
       from unnest($1::uuid[], $2::text[]) as given(identity_id, phone)
      where identity.identity_id = given.identity_id`,
    [indexes.map((index) => idOf('identity', index)), indexes.map(phoneOf), await hash(password, hashCost)],
  );
  return (index) => {
    const phone = phoneOf(index % persons);
    const pair = Buffer.from(`${phone}:${password}`).toString('base64');
    return {
      path: signInPerson.path,
      headers: { authorization: `Basic ${pair}` },
      body: { phone, userType: 'person' },
    };
  };
}
