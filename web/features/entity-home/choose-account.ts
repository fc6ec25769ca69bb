import { chooseEntityAccount as chooseCall } from '#contract/entity.ts';
import { callApi } from '#web/lib/api.ts';
import { accountChosen, metersRead } from '#web/session/account-changes.ts';
import { showTip } from '#web/ui/tips.ts';
import { text } from './text.ts';

/**
 * Chooses the account of the entity to work with: at once on this screen, then on the server, which answers with its
 * meters. Source: base specification, sections 4 and 7.
 */
export async function chooseEntityAccount(account: string): Promise<void> {
  accountChosen(account);
  const chosen = await callApi(chooseCall, { account });
  if (chosen.ok) metersRead(account, chosen.data.meters);
  else showTip('bad', `${text.choiceFailed} ${chosen.failure.message}`);
}
