/** The pages of staff by their path from this folder. */
const adminPageFiles = import.meta.glob<{ default: () => React.ReactNode }>('./pages/admin/**/*.tsx');

/**
 * Loads the code of a page of staff.
 * @throws Error when there is no such file.
 */
export async function loadAdminPage(path: string): Promise<{ default: () => React.ReactNode }> {
  const load = adminPageFiles[path];
  if (!load) throw new Error(`There is no file ${path}`);
  return load();
}
