import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { auditTables, withAuditOwner } from './audit-owner.ts';

let database: TestDatabase;
let server: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  server = new pg.Client({ connectionString: database.url });
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await database.close();
});

const noRight = { code: '42501' };

test.each(Object.keys(auditTables))('the role of the product neither owns nor rewrites %s', async (table) => {
  for (const statement of [
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger user`,
    `alter table ${table} add column more text`,
    `drop table ${table}`,
    `create rule none as on insert to ${table} do instead nothing`,
    `create trigger none before insert on ${table} for each row execute function billing.refuse_audit_change()`,
    `alter table ${table} owner to current_user`,
  ])
    await expect(server.query(statement), statement).rejects.toMatchObject(noRight);
  await server.query(`select from ${table}`);
});

test.each([
  'update billing.audit_entry set actor = actor',
  'update billing.audit_seal set hash = hash',
  'update portal.staff_action set actor_id = actor_id',
  'update portal.staff_change set after = after',
  'set role svitlo_audit',
  'drop schema billing cascade',
  'alter schema portal rename to gone',
  "select setval(pg_get_serial_sequence('billing.audit_entry', 'entry_number'), 1)",
])('the role of the product can not: %s', async (statement) => {
  await expect(server.query(statement)).rejects.toMatchObject(noRight);
});

test('migrations alter the audit, and the role of the product may not afterwards, also when they fail', async () => {
  const migrate = (statement: string) =>
    withAuditOwner(database.url, database.adminUrl, async () => {
      await server.query(statement);
    });
  await migrate('alter table billing.audit_entry add column later text; create table portal.later (id int)');
  await server.query('insert into portal.later values (1)');
  const drop = 'alter table billing.audit_entry drop column later';
  await expect(server.query(drop)).rejects.toMatchObject(noRight);
  await expect(migrate('select 1 / 0')).rejects.toThrow('division by zero');
  await expect(server.query(drop)).rejects.toMatchObject(noRight);
  await migrate(drop);
});

test('a database whose product owned the audit gets another owner at the next start', async () => {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const role = admin.escapeIdentifier(new URL(database.url).username);
  for (const table of Object.keys(auditTables)) await admin.query(`alter table ${table} owner to ${role}`);
  await admin.query(`alter schema billing owner to ${role}; alter schema portal owner to ${role}`);
  await admin.end();
  await server.query('begin; alter table billing.audit_entry disable trigger user; rollback');
  await withAuditOwner(database.url, database.adminUrl, async () => undefined);
  await expect(server.query('drop table billing.audit_entry')).rejects.toMatchObject(noRight);
});

test('the administrator of the database must be another role than the product', async () => {
  await expect(withAuditOwner(database.adminUrl, database.adminUrl, async () => undefined)).rejects.toThrow(
    'DATABASE_ADMIN_URL must have another role than DATABASE_URL',
  );
});
