/** Words of the cells of reports that function modules answer by codes. */
export const company = 'компанія';
export const customerTypesOfMany = { person: 'Побутові', entity: 'Компанії' } as const;
export const unknownRegion = 'Не вказано';
export const bank = 'Банк або каса, за випискою';
