import type { ShippedArticle } from './guide-blocks.ts';
import { articlesOnCabinet } from './guide-cabinet.template.ts';
import { articlesForEntities } from './guide-entity.template.ts';
import { articlesOnMoney } from './guide-money.template.ts';
import { articlesOnReadings } from './guide-readings.template.ts';
import { articlesOnTariffs } from './guide-tariffs.template.ts';

/** The articles that the guide begins with, in their order; staff edit, hide and add to them. */
export const guideArticles: readonly ShippedArticle[] = [
  ...articlesOnReadings,
  ...articlesOnMoney,
  ...articlesOnTariffs,
  ...articlesForEntities,
  ...articlesOnCabinet,
];
