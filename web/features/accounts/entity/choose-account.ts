import { chooseEntityAccount as chooseCall } from '#contract/accounts/entity-accounts.ts';
import { callApi } from '#web/lib/api.ts';
import { accountChosen, metersRead, NO_CHOICE } from '#web/session/account-changes.ts';
import { showTip } from '#web/ui/tips.ts';
import { text } from './text.ts';

/** Clears the choice, at once on this screen, then on the server. */
export async function clearEntityChoice(): Promise<void> {
  accountChosen(NO_CHOICE);
  const cleared = await callApi(chooseCall, { account: NO_CHOICE });
  if (!cleared.ok) showTip('bad', `${text.clearFailed} ${cleared.failure.message}`);
}

/**
 * Chooses the current account of the entity: at once on this screen, then on the server, which answers with its
 * meters. Source: base specification, sections 4 and 7.
 */
export async function chooseEntityAccount(account: string): Promise<void> {
  accountChosen(account);
  const chosen = await callApi(chooseCall, { account });
  if (chosen.ok) metersRead(account, chosen.data.meters);
  else showTip('bad', `${text.choiceFailed} ${chosen.failure.message}`);
}
