import { LRUCache } from 'lru-cache';
import type { ListRecord, ListStore } from '../store/index.js';
import { addressesFrom } from './list-intake.js';

/** Lists in progress whose domains are kept; the least recently used goes first. */
const MOST_LISTS = 100;

/** A list's turns are short, and its lines never change: its domains are read once a process. */
const kept = new WeakMap<ListStore, LRUCache<string, Promise<ReadonlySet<string>>>>();

/** The domain of an address as a list has it; the same domain in another notation counts as another. */
export const listedDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const readDomains = async (store: ListStore, id: string): Promise<ReadonlySet<string>> => {
  const [once, repeated] = [new Set<string>(), new Set<string>()];
  for await (const address of addressesFrom(store, id, 0)) {
    const domain = listedDomain(address);
    (once.has(domain) ? repeated : once).add(domain);
  }
  return repeated;
};

/** The domains of which a list has two addresses or more. @throws what the store throws. */
export const repeatedDomains = (store: ListStore, { id }: Pick<ListRecord, 'id'>): Promise<ReadonlySet<string>> => {
  const lists = kept.get(store) ?? new LRUCache({ max: MOST_LISTS });
  kept.set(store, lists);
  const known = lists.get(id);
  if (known) return known;
  const reading = readDomains(store, id);
  lists.set(id, reading);
  reading.catch(() => lists.delete(id));
  return reading;
};
