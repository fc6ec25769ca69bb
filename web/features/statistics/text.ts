import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { rolesText as roles } from '#web/lib/list/roles-text.ts';
import { text as common } from '#web/lib/text.ts';

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
  administrators: actions.administrators,
} as const;
