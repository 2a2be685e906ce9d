import type { ListInfo } from '../../../wire/console/index.js';
import { texts } from './texts.js';

const { news } = texts;

const hasNews = (state: ListInfo['state']): state is keyof typeof news => Object.hasOwn(news, state);

/**
 * What has happened to lists between two answers, as sentences: those that have ended by themselves or wait. A list that was not there
 * before is none.
 */
export const listNews = (before: readonly ListInfo[], after: readonly ListInfo[]): readonly string[] => {
  const states = new Map(before.map(({ id, state }) => [id, state]));
  return after.flatMap(({ id, name, state }) => {
    const former = states.get(id);
    return former !== undefined && former !== state && hasNews(state) ? [news[state](name)] : [];
  });
};
