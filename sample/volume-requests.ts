/** Requests to correct contract volumes of months to come: one that waits for staff, one applied, declined ones. */
export const sampleVolumeRequests = [
  { account: '1000000002', monthsAhead: 3, actions: ['send'], sentBy: 'Коваленко Ірина', reason: '' },
  {
    account: '1000000002',
    monthsAhead: 4,
    actions: ['send', 'approve', 'apply'],
    sentBy: 'Коваленко Ірина',
    reason: 'Погоджено',
  },
  {
    account: '1000000002',
    monthsAhead: 5,
    actions: ['send', 'decline'],
    sentBy: 'Коваленко Ірина',
    reason: 'Додайте лист із графіком роботи нового залу.',
  },
  {
    account: '1000000001',
    monthsAhead: 2,
    actions: ['send', 'decline'],
    sentBy: '',
    reason: 'Приєднана потужність точки менша за заявлений обсяг. Збільште потужність або зменште обсяг.',
  },
] as const;
/** Points of a request and how its volumes differ, percent. */
export const requestedPoints = 3;
export const requestedPercent = 120;
export const requestNote = 'Новий холодильний зал працюватиме цілодобово.';
