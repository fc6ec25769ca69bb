/** At the foot of each sheet of a document that has several. */
export function sheetText(title: string, number: number, count: number): string {
  return `${title}, аркуш ${number} з ${count}`;
}
