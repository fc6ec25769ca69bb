import { expect, type Locator, type Page } from '@playwright/test';
import { waitUntilIdle } from './visit.ts';

interface Told {
  /** Whose actions are listed. */
  readonly login: string;
  readonly who: string;
  readonly what: string;
  /** Why it was done, what it was about, what was before and is after, why it was refused. */
  readonly says: readonly string[];
}

/** Opens the list of actions on one of them, and its details; fails unless it tells all of it, also from where. */
export async function openToldAction(
  page: Page,
  productUrl: string,
  { login, who, what, says }: Told,
): Promise<Locator> {
  await page.goto(`${productUrl}/cabinet/admin/management/actions?who=${login}`);
  await waitUntilIdle(page);
  let row = page.getByRole('row').filter({ hasText: what });
  for (const words of says) row = row.filter({ hasText: words });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(who);
  await row.locator('summary').press('Enter');
  await row.getByText(/З адреси (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1), запит [\da-f-]{36}/).waitFor();
  return row;
}
