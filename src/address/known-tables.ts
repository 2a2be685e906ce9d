import { brands, lookalikes, providers, slips } from './known-domains.js';
import type { DomainTables } from './tables.js';

const known = /* @__PURE__ */ new Set([...providers, ...lookalikes]);

/** The domains that are known without asking anyone. */
export const knownTables: DomainTables = { providers, brands, slips, known: (domain) => known.has(domain) };
