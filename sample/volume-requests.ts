/** Requests to correct contract volumes of months to come: one that waits for staff, one applied, one declined. */
export const sampleVolumeRequests = [
  { account: '1000000002', monthsAhead: 3, actions: ['send'], reason: '' },
  { account: '1000000002', monthsAhead: 4, actions: ['send', 'approve', 'apply'], reason: 'Погоджено' },
  {
    account: '1000000001',
    monthsAhead: 2,
    actions: ['send', 'decline'],
    reason: 'Приєднана потужність точки менша за заявлений обсяг. Збільште потужність або зменште обсяг.',
  },
] as const;
/** Points of a request and how its volumes differ, percent. */
export const requestedPoints = 3;
export const requestedPercent = 120;
export const requestNote = 'Новий холодильний зал працюватиме цілодобово.';
