import { chooseApart } from '#contract/accounts/accounts.ts';
import { postCommon } from '#contract/charges.ts';
import { callApi } from '#web/lib/api.ts';
import { accountChosen } from '#web/session/account-changes.ts';
import { showTip } from '#web/ui/tips.ts';
import { text } from './text.ts';

/**
 * Chooses the current object: at once on this screen, then on the server, which also stores it in the session.
 * Source: base specification, sections 4 and 7.
 */
export async function chooseObject(account: string): Promise<void> {
  accountChosen(account);
  const chosen = await callApi(chooseApart, { item: account });
  if (!chosen.ok) {
    showTip('bad', `${text.choiceFailed} ${chosen.failure.message}`);
    return;
  }
  await callApi(postCommon, { account, url: '/auth/account_login_fixate/person' });
}
