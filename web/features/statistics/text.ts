import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

interface RoleWords {
  name: string;
  does: string;
}

const roles: Readonly<Record<AdminRole, RoleWords>> = {
  owner: { name: 'Власник', does: 'Має всі права й керує працівниками.' },
  operator: { name: 'Оператор контактного центру', does: 'Допомагає споживачам і відповідає на звернення.' },
  billing: { name: 'Розрахунки', does: 'Відповідає за показання, нарахування й рахунки.' },
  content: { name: 'Редактор', does: 'Готує повідомлення й тексти кабінету.' },
  analyst: { name: 'Аналітик', does: 'Переглядає статистику й звіти.' },
};

/** Texts of the administrators' home page. */
export const text = {
  product: common.product,
  title: common.overview,
  customers: 'Хто має кабінет',
  persons: 'Побутові споживачі',
  entities: 'Компанії',
  amountFailed: cabinet.notCalculated,
  loading: cabinet.calculating,
  yourRoles: 'Ваші ролі',
  noRoles: 'Ролей ще не надано. Зверніться до власника кабінету.',
  roles,
  admins: 'Працівники',
  adminsTable: 'Логіни, ролі й підтвердження входу працівників',
  adminsFailed: 'Не вдалося показати працівників',
  adminsLoading: 'Завантажуємо працівників…',
  login: form.login,
  fullName: form.firstName,
  rolesOf: 'Ролі',
  secondStep: form.signInConfirmation,
  factors: { none: 'без підтвердження', totp: 'застосунок', sms: 'SMS' },
  dualAuth: 'SMS, обов’язкове',
  blocked: 'заблоковано',
} as const;
