import type { AdminRole } from '#contract/identity/admin-roles.ts';

interface RoleWords {
  name: string;
  does: string;
}

/** Names of the roles of staff, with what each does. */
export const rolesText: Readonly<Record<AdminRole, RoleWords>> = {
  owner: { name: 'Власник', does: 'Має всі права й керує працівниками.' },
  operator: { name: 'Оператор контактного центру', does: 'Допомагає споживачам і відповідає на звернення.' },
  billing: { name: 'Розрахунки', does: 'Відповідає за показання, нарахування й рахунки.' },
  content: { name: 'Редактор', does: 'Готує повідомлення й тексти кабінету.' },
  analyst: { name: 'Аналітик', does: 'Переглядає статистику й звіти.' },
};
