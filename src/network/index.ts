export { clientAddressOf, clientSchemeOf, isForwarded, nodeAddress, type HeadersSent } from './forwarded-headers.js';
export { hostIn, isBelow, isInfrastructure, isInsideName, isSpecialUse, isThisMachine } from './host-name.js';
export { isIpv4, networkOf, parseIp, prefixOf, type IpAddress, type PrefixLength } from './ip-address.js';
export { callerRangeOf, ipRangeOf, type IpRange } from './ranges.js';
