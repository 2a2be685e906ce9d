export type { Fault, FaultyAddress, ParsedAddress, WellFormedAddress } from './faults.js';
export { parseNamedAddress } from './parse.js';
export { isAddressLiteral, parseAddress } from './literal.js';
export { hostOf } from './host.js';
export { isComplete } from './complete.js';
export { isSameAddress, normalizeAddress } from './normalize.js';
export { suggestAddress } from './suggest.js';
export { isGrowing } from './growing.js';
export { unpackDomains, type DomainTables } from './tables.js';
